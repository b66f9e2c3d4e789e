export const more = "More"
export const unexpectedApplicationError = "Unexpected Application Error!"
export const pageNotLoaded = "This page could not be loaded"
export const ourFault = "Something went wrong on our side. Please reload the page or call us."
export const reloadThePage = "Reload the page"
export const contactUs = "Contact Us"
export const aboutUs = "About Us"
export const logout = "Logout"
export const contactUsByPhone = "Contact us by phone"
export const fileAClaim = "File a claim"

export const allRightsReserved = (year: number, clientName: string) =>
  `© ${year} ${clientName}. All rights reserved.`
