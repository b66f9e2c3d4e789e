export const loadingYourProducts = "Loading your products…"
export const product = "Product"
export const amountDue = "Amount due"
export const dueDate = "Due date"
export const yourActiveProducts = "Your Active Products"
export const paymentFrequency = "Payment frequency"
export const nothingIsDueNow = "You do not need to pay anything now."
export const welcome = "Welcome,"
export const loadFailed = "Your products could not be loaded."
export const toPay = (total: string) => `You need to pay ${total} in all.`
export const paidOtherwise = (autoPay: string, combined: string, isMore: boolean) => {
  const parts = [
    autoPay && `${autoPay} is on Auto Pay`,
    combined && `${combined} is on your combined bill`,
  ]
  const said = parts.filter((part) => part !== "").join(", and ")
  return said && `${isMore ? "In addition, " : ""}${said}.`
}
export const pastDuePart = (amount: string) => `${amount} of it is past due.`
export const allPastDue = "All of it is past due."
export const dueBy = (day: string) => `due by ${day}`
export const dueBetween = (first: string, last: string) => `due between ${first} and ${last}`
export const restIs = (due: string) => `The rest is ${due}.`
export const itIs = (due: string) => `It is ${due}.`
export const noBill = "There is no bill for you now."
export const forLabel = (productDesc: string) => ` for ${productDesc}`
export const paymentsDue = "Payments Due"
export const seeComing = "See your payments of the next 12 months"
