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
export const premiumOfPeriod = "The premium alone."
export const premiumWithoutExtras = "The premium. Nothing is added to it."
export const autoPay = "Auto Pay"
export const theNextDueDate = "the next due date"
export const youPay = (amount: string, on: string) =>
  `You pay each bill yourself. The next one is ${amount}, due on ${on}.`
/** `later` is the amount of each later charge; "" if it is the same as `amount`. */
export const autoPayCharges = (method: string, amount: string, on: string, later: string) =>
  `${method} will be charged ${amount} on ${on}${later && `, then ${later}`}${later ? "" : " and"} on each due date after that. If we must charge on a later day, we tell you first.`
/** The period in words by the code of the frequency. */
export const periods = { M: "a month", Q: "every three months", S: "every six months", A: "a year" }
export const yourself = " yourself"
export const withMethod = (method: string) => ` with ${method}`
/** `price` is a text such as "$48.50 a month". */
export const payNow = (price: string) => `You pay ${price} now.`
export const wouldPayFrom = (price: string, on: string) =>
  `You would pay ${price}, starting on ${on}.`
export const wouldPayFirst = (price: string, first: string, on: string) =>
  `You would pay ${price}. The first payment would be ${first}, on ${on}.`
export const endAutoPayInstead = "End Auto Pay instead"
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
  "Auto Pay makes this charge today, so it can no longer be skipped. You can still stop Auto Pay for later charges."
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
