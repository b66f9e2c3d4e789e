export const error404 = "Error 404"
export const oopsPageNotFound = "Oops, page not found"
export const notHere = "Sorry, the page you are looking for is not here."
export const goHome = "Go to the home page"
