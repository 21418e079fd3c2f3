"""Types that compute or move single elements."""
