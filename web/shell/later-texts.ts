// Separate, so that the login screen does not load these.

export const main = "Main"
export const home = "Home"
export const status = "Status"
export const paymentCenter = "Payment Center"
export const products = "Products"
export const profile = "Profile"
export const customerSupport = "Customer support"
export const actingFor = " · Acting for "
export const account = (name: string, accountNumber: string) => `${name} (${accountNumber})`
export const stop = "Stop"
export const contactData = "Contact data"
export const customerSupportUser = "Customer support user: "
export const asOf = (moment: string) => `As of ${moment}`
export const shownOld =
  "Our records are not available right now, so you see the last information that we have. Payments and changes are off until they are back."
export const shownNothing =
  "Our records are not available right now. Payments and changes are off until they are back."
export const forHelp = " For help, call "
export const end = "."
export const isBack = "Our records are back. Everything is up to date."
export const paused = (phoneNumber: string) =>
  phoneNumber === ""
    ? "This works again when our records are back."
    : `This works again when our records are back. For help, call ${phoneNumber}.`
