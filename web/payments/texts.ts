export const cr = "CR"
export const paymentAuthorization = "Payment Authorization"
export const iAgree = "I Agree"
export const iDoNotAgree = "I Do Not Agree"
export const tryAgain = "Try again"
export const cancel = "Cancel"
export const authorizationUnavailable =
  "We cannot show you the authorization right now. Please try again later, or call our customer service team."
export const loadingTheAuthorization = "Loading the authorization…"
export const products = "Products"
export const paymentMethods = "Payment Methods"
export const upcomingPayments = "Upcoming Payments"
export const paymentHistory = "Payment History"
export const paymentCenter = "Payment Center"
/** `method` such as "Checking ending in 6789". */
export const confirmDeposits = (method: string) => `Confirm the deposits to ${method}`
export const authorization = (title: string) => `Authorization: ${title}`
export const authorizationFileName = (title: string, policyNumber: string) =>
  `Authorization ${title} ${policyNumber}`
export const fetching = "Fetching…"
export const authorizationPdf = "Authorization (PDF)"
export const ofAuthorization = (agreedDate: string, title: string) => ` of ${agreedDate}: ${title}`
export const textToAgreeTo = "The text that you agree to"
