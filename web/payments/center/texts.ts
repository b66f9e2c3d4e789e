export const selectedProduct = "Selected product"
export const whatYouAgreedTo = "Your signed authorizations"
export const tryAgain = "Try again"
export const loadingAuthorizations = "Loading your authorizations…"
export const noAuthorizations = "You have not signed any authorizations here yet."
export const notCarriedOut = " (not carried out)"
export const amountDetailsOf = (productDesc: string) =>
  `What's in the amount due for ${productDesc}`
export const amountDue = "Amount due"
export const loadingYourProducts = "Loading your products…"
export const activeProducts = "Active Products"
export const noActiveProducts = "You have no active products."
export const loadFailed = "Your products could not be loaded."
export const dueDate = "Due date"
export const paymentFrequency = "Payment frequency"
export const autoPayMethod = "Auto pay method"
export const notOnAutoPay = "Not on Auto Pay"
export const select = "Select"
export const product = "Product"
export const selectProduct = (productDesc: string, policyNumber: string) =>
  `Select ${productDesc} ${policyNumber}`
export const stopAutoPay = "Stop Auto Pay"
export const skipThisPayment = "Skip this payment"
export const coveredUntil = "Covered until"
export const nextCharge = "Next Auto Pay charge:"
export const on = "on"
export const by = (method: string) => (method ? `, by ${method}` : "")
export const carried = (amount: string) =>
  `It includes ${amount} of earlier bills, which is too little to charge alone.`
export const deferred = (amount: string) =>
  `You owe ${amount} more. We charge it with your next bill and tell you before.`
export const skipped = (dueDate: string) =>
  `You skipped the Auto Pay charge for the bill due on ${dueDate}. Please pay this bill yourself. Auto Pay continues with the next one.`
export const chargesUnderIt = (count: number) =>
  count === 1 ? "1 charge under it" : `${count} charges under it`
