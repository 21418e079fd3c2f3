"""Makes the page of a report: `page.py` puts it together, each figure has a module.

Figures are drawn by Bokeh, whose script is part of the page, so that the page needs no network.
`report.html` is the template, `report.css` the style, and `report.js` what a click does.
"""
