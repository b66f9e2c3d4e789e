import { kept, words } from "#web/ui/text/translate.ts"

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
export const loadFailed = "Your products could not be loaded."
export const dueDate = "Due date"
export const paymentFrequency = "Payment frequency"
export const autoPayMethod = "Auto pay method"
export const notOnAutoPay = "Not on Auto Pay"
export const select = "Select"
export const product = "Product"
export const selectProduct = (productDesc: string, policyNumber: string) =>
  kept`Select ${words(productDesc)} ${policyNumber}`
export const stopAutoPay = "Stop Auto Pay"
export const skipThisPayment = "Skip this payment"
export const coveredUntil = "Covered until"
export const pastDueGroup = "Past due"
export const ownGroup = "You pay"
export const autoPayGroup = "On Auto Pay"
export const otherGroup = "Paid in another way"
export const groupTotal = (total: string, pastDue: string) =>
  `${total} in all${pastDue && `, ${pastDue} of it past due`}.`
export const carried = (amount: string) =>
  `It includes ${amount} of earlier bills, which is too little to charge alone.`
export const deferred = (amount: string) =>
  `You owe ${amount} more. We charge it with your next bill and tell you before.`
export const chargesUnderIt = (count: number) =>
  count === 1 ? "1 charge under it" : `${count} charges under it`
