export const changeAutoPayOrFrequency = "Change Auto Pay or Frequency"
export const tryAgain = "Try again"
export const cancel = "Cancel"
export const loadingProduct = "Loading the payment settings…"
export const autoPayMethod = "Auto pay method"
export const saveChanges = "Save Changes"
export const paymentFrequency = "Payment frequency"
export const amountDue = "Amount due*"
export const dueDate = "Due date"
export const billingFee = "Billing fee"
export const totalWithFee = "Total with fee"
export const adjustment = "Adjustment"
export const billingCredit = "Billing credit"
export const alreadyPaid = "Already paid"
export const withNextBill = "Charged with the next bill"
export const total = "Total"
export const premiumOnly = "* Premium only."
export const noBillingFee = "* No billing fee."
export const autoPay = "Auto Pay"
export const theNextDueDate = "the next due date"
/** The period in words by the code of the frequency. */
export const periods = { M: "a month", Q: "every three months", S: "every six months", A: "a year" }
/** `start` is a text such as "$48.50 a month, from December 2". */
export const willBeCharged = (method: string, start: string) => `${method} will be charged ${start}`
export const willPayYourself = (start: string) => `You will pay each bill yourself: ${start}`
export const fromDay = (price: string, on: string) => `${price} from ${on}`
export const firstThen = (first: string, on: string, price: string) =>
  `${first} on ${on}, then ${price}`
export const youPay = "you pay"
export const paysNow = (method: string) => `${method} pays`
/** `payer` is a text such as "you pay"; "" if the payer stays the same. */
export const priceNow = (payer: string, price: string) => `now ${payer || "it is"} ${price}`
export const turnOffAutoPay = "Turn off Auto Pay"
export const chargesMonthly = (day: string) =>
  `Auto Pay charges on your due date, the ${day} of each month.`
export const chargesNextOn = (on: string) => `Auto Pay charges on your due date, next on ${on}.`
export const chargesOnDueDate = "Auto Pay charges on your due date."
export const nextChargeOn = (day: string) => `The next charge is on ${day}.`
export const anotherDay = "Want another day? Call"
export const addsFee = (fee: string) => `Auto Pay adds ${fee} to each bill.`
export const addsUpTo = (fee: string) => `Auto Pay adds up to ${fee} to each bill.`
export const cardExpiresFirst = (method: string, on: string) =>
  `${method} expires before the first charge on ${on}, which would be declined. Please choose another method, or enter the card's new expiration date under Payment Methods before then.`
export const sendingYourChange = "Sending your change…"
export const iAgree = "I Agree"
export const cancelRequest = "Cancel Request"
export const confirmRemoveAutoPay = "Confirm Remove Auto Pay"
export const paymentAuthorization = "Payment Authorization"
export const iDoNotAgree = "I Do Not Agree"
export const removeAutoPay = "Remove Auto Pay"
export const notOnAutoPay = "Not on Auto Pay"
export const skipThisPayment = "Skip this payment"
export const nothingToSkip = "Auto Pay has no charge planned for this product."
export const tooLateToSkip =
  "Auto Pay makes this charge today, so it can no longer be skipped. You can still turn off Auto Pay for later charges."
export const closeDialog = "Close"
export const keepThisPayment = "Keep this payment"
export const product = "Product"
export const chargeDate = "Charge date"
export const amount = "Amount"
export const notCharged = (date: string) =>
  `Auto Pay will not make this charge on ${date}. You cannot undo this.`
export const announcedAmount = "Announced amount"
export const roseSince = (more: string) =>
  `What you owe rose by ${more} after we announced this charge. You skip the announced amount.`
export const forExample = "You can pay with Pay Now, for example."
export const otherOpenBills = (bills: string) => `Other open bills: ${bills}.`
export const laterBills =
  "Auto Pay stays on. It charges later bills as usual, and never the bill that you skip."
