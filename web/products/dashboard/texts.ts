export const loadingYourProducts = "Loading your products…"
export const product = "Product"
export const amountDue = "Amount due"
export const dueDate = "Due date"
export const yourActiveProducts = "Your Active Products"
export const paymentFrequency = "Payment frequency"
export const noActiveProducts = "You have no active products."
export const nothingIsDueNow = "You do not need to pay anything now."
export const welcome = (firstName: string, lastName: string) => `Welcome, ${firstName} ${lastName}`
export const loadFailed = "Your products could not be loaded."
export const toPay = (total: string) => `You need to pay ${total} in all.`
export const paidOtherwise = (autoPay: string, combined: string) => {
  const parts = [
    autoPay && `Auto Pay charges ${autoPay}`,
    combined && `${combined} is on your combined bill`,
  ]
  return `In addition, ${parts.filter((part) => part !== "").join(", and ")}.`
}
export const pastDuePart = (amount: string) => `${amount} of it is past due.`
export const nextBill = (bill: string) => `Your next bill: ${bill}.`
export const nextAutoPay = (bill: string) => `Your next bill, which Auto Pay charges: ${bill}.`
export const nextCombined = (bill: string) => `Your next bill, with your combined bill: ${bill}.`
export const forLabel = (productDesc: string) => ` for ${productDesc}`
export const paymentsDue = "Payments Due"
