"""`aoe export`: an offline model as a library for C programs, or for another CPU."""
