export const loadingYourProducts = "Loading your products…"
export const product = "Product"
export const amountDue = "Amount due"
export const dueDate = "Due date"
export const yourActiveProducts = "Your Active Products"
export const paymentFrequency = "Payment frequency"
export const noActiveProducts = "You have no active products."
export const nothingIsDueNow = "Nothing is due now."
export const welcome = (firstName: string, lastName: string) => `Welcome, ${firstName} ${lastName}`
export const loadFailed = "Your products could not be loaded."
export const youOwe = (total: string) => `You owe ${total} in all.`
export const pastDuePart = (amount: string) => `${amount} of it is past due.`
export const nextBill = (bill: string) => `Your next bill: ${bill}.`
export const forLabel = (productDesc: string) => ` for ${productDesc}`
export const paymentsDue = "Payments Due"
