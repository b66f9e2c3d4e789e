import { kept, words } from "#web/ui/text/translate.ts"

export const cr = "CR"
export const paymentAuthorization = "Payment Authorization"
export const iAgree = "I Agree"
export const iDoNotAgree = "I Do Not Agree"
export const tryAgain = "Try again"
export const cancel = "Cancel"
export const authorizationUnavailable =
  "We cannot show you the authorization right now. Please try again later, or call our customer service team."
export const youPayToday = (amount: string, account: string) =>
  `You pay ${amount} with ${account} today.`
export const loadingTheAuthorization = "Loading the authorization…"
/** `date` is MM/YYYY. */
export const expires = (date: string) => `expires ${date}`
const ordinals = ["first", "second", "third", "fourth", "fifth"]
/** `place` counts from 1 in the order of adding. */
export const addedAs = (place: number) => `added ${ordinals[place - 1] ?? `as number ${place}`}`
export const products = "Products"
export const paymentMethods = "Payment Methods"
export const upcomingPayments = "Upcoming Payments"
export const paymentHistory = "Payment History"
export const paymentCenter = "Payment Center"
/** `method` is a text such as "Checking ending in 6789". */
export const verify = (method: string) => `Verify ${method}`
export const authorization = (title: string) => `Authorization: ${title}`
export const authorizationFileName = (title: string, policyNumber: string) =>
  `Authorization ${title} ${policyNumber}`
export const fetching = "Fetching…"
export const authorizationPdf = "Authorization (PDF)"
export const ofAuthorization = (agreedDate: string, title: string) => ` of ${agreedDate}: ${title}`
export const textToAgreeTo = "The text that you agree to"
export const selectedProduct = "Selected product"
export const whatYouAgreedTo = "Your signed authorizations"
export const loadingAuthorizations = "Loading your authorizations…"
export const noAuthorizations = "You have not signed any authorizations here yet."
export const notCarriedOut = " (not carried out)"
export const amountDetailsOf = (productDesc: string) =>
  `What's in the amount due for ${productDesc}`
export const amountDue = "Amount due"
export const loadingYourProducts = "Loading your products…"
export const activeProducts = "Active Products"
export const loadFailed = "Your products could not be loaded."
export const dueDate = "Due date"
export const paymentFrequency = "Payment frequency"
export const autoPayMethod = "Auto pay method"
export const notOnAutoPay = "Not on Auto Pay"
export const select = "Select"
export const product = "Product"
export const selectProduct = (productDesc: string, policyNumber: string) =>
  kept`Select ${words(productDesc)} ${policyNumber}`
export const turnOffAutoPay = "Turn off Auto Pay"
export const skipThisPayment = "Skip this payment"
export const coveredUntil = "Covered until"
export const pastDueGroup = "Past due"
export const ownGroup = "You pay"
export const autoPayGroup = "On Auto Pay"
export const otherGroup = "Nothing to pay here"
export const groupTitle = (title: string, products: number) => `${title} (${products})`
export const groupTotal = (total: string, pastDue: string) =>
  `${pastDue && `${pastDue} past due, `}${total} in all.`
export const pastDueTotal = (amount: string, products: number) =>
  `${amount} is past due for ${products} products.`
export const carried = (amount: string) =>
  `It includes ${amount} of earlier bills, which is too little to charge alone.`
export const deferred = (amount: string) =>
  `You owe ${amount} more. We charge it with your next bill and tell you before.`
export const chargesUnderIt = (count: number) =>
  count === 1 ? "1 charge under it" : `${count} charges under it`
export const loading = "Loading your upcoming payments…"
export const comingLoadFailed = "Your upcoming payments could not be loaded."
export const none = "No bills or charges are known for the next 12 months."
export const until = (day: string) => `Until ${day}, you can expect to pay`
export const inAll = "in all."
export const aboutEstimates =
  "A bill that is not issued yet is an estimate. It assumes that your price, how often you pay, and how you pay stay the same."
export const aboutLate =
  "Please pay what is past due first. If it stays unpaid, your coverage can end, and this list changes."
export const aboutUnknown = "We do not have later bills yet for these products:"
export const addToCalendar = "Add to my calendar"
export const calendarFileName = "upcoming-payments.ics"
export const preparing = "Preparing the file…"
export const saved = "The file is in your downloads. Open it to add the payments to your calendar."
export const estimate = "estimate"
export const byAutoPay = (method: string) => `Auto Pay charges ${method}`
export const byCombinedBill = "On your combined bill"
export const byCustomer = "You pay"
export const skipped = "You pay, because you skipped Auto Pay"
export const byProduct = "Totals by product"
export const byMonth = "Your payments by month."
export const now = "Now"
export const barParts = { late: "Past due", autoPay: "Auto Pay", own: "You pay" }
export const eachMonth = " each month"
export const loadingYourPayments = "Loading your payments…"
export const noPayments =
  "You have not made a payment here yet. When you make one, it will show here with a receipt."
export const seeWhatIsDue = "See what is due"
export const confirmationNumber = "Confirmation number"
export const gatewayReference = "Gateway reference"
export const whatHappened = "What happened"
export const toPaymentOf = (paymentDate: string) => ` to the payment of ${paymentDate}`
export const historyLoadFailed = "Your payments could not be loaded."
export const receiptFile = "Payment receipt"
export const receiptFileName = (confirmationNumber: string) =>
  `Payment receipt ${confirmationNumber}`
export const receiptPdf = "Receipt (PDF)"
export const ofPaymentOf = (paymentDate: string) => ` of the payment of ${paymentDate}`
export const autoPay = "Auto Pay"
export const payment = "Payment"
export const historySkipped = "Skipped"
export const notCharged = (chargeDate: string) => `, not charged on ${chargeDate}`
export const skippedOn = "Skipped on"
export const by = (person: string) => `, by ${person}`

export const pageOfYourBank = "Page of your bank"
export const confirmPayment = "Confirm this payment with your bank"
export const notChargedYet =
  "Your bank asks you to confirm that it is you. You are not charged until you do. Please answer on its page below."
export const openingPage = "Opening your bank's page…"
export const checkingAnswer = "Checking your bank's answer…"
export const cancelPayment = "Cancel payment"
export const notCanceled = "We could not cancel your payment yet. Please try again in a moment."
export const confirmCard = "Confirm this card with your bank"
export const notSavedYet =
  "Your bank asks you to confirm that it is you. The card is saved when you have answered on its page below."
export const backToTheForm = "Back to the form"
export const cardNotConfirmed =
  "You did not confirm the card with your bank, so it was not saved. To go back to your bank's page, add the card again."
