import type { ActiveProduct } from "#contracts/products/products.ts"

export const updateYourCard = "Update your card"
export const dueDate = "Due date"
export const nextBill = "Next bill"
export const noCost = "No cost"
export const noActiveProducts = "You have no active products."
export const seeInactive = "See the products that you had before"
export const toPayCall = "To pay, please call us:"
export const missingProduct = "Is a product missing here? Please call us:"
export const paidForYou = "This is paid for you. You owe nothing."
export const onCombinedBill = "This is on your combined bill."
export const onCombinedBillOf = (day: string) => `This is on your combined bill due ${day}.`
export const willCharge = (method: string, amount: string, day: string) =>
  `Auto Pay will charge ${[amount, method].filter(Boolean).join(" to ")} on ${day}.`
export const chargesLater = (amount: string, day: string) =>
  `It charges the other ${amount} later, due ${day}.`
export const notCharged = (day: string) => `Auto Pay does not charge the bill due ${day}.`
export const notInCharge = (amount: string) =>
  `The other ${amount} is not part of this charge: you can pay it after this charge, or Auto Pay charges it with your next bill.`
export const isDue = (amount: string, day: string) => `${amount} is due ${day}.`
export const carried = (amount: string) =>
  `${amount} is too little to be paid alone and is added to your next bill.`
export const paid = "Paid. Nothing is due."
export const paidUntilNextBill = (day: string, amount: string) =>
  amount ? `Paid. Next bill ${day}: ${amount}.` : `Paid. Next bill ${day}.`
export const creditPays = (day: string) => `Paid. Your credit pays the next bill on ${day}.`
export const creditLeft = (amount: string) => `A credit of ${amount} is left.`
export const skipped = "You skipped the Auto Pay charge for this bill."
export const continues = (day: string) => `Auto Pay continues on ${day}.`
export const wasDue = (amount: string, day: string) => `${amount} was due ${day}.`
export const lateSince = (amount: string, day: string) =>
  `${amount} has been past due since ${day}.`
export const covered = (day: string) => `You are covered until ${day}.`
export const payByThen = (amount: string) => `Pay ${amount} by then.`
export const wasCovered = (day: string) => `You were covered until ${day}.`
export const payOrCall = "Please pay now, or call us."
export const payNow = "Please pay it now."
export const payBy = (amount: string, day: string) => `Pay ${amount} by ${day}.`
export const moreBy = (amount: string, day: string) => `${amount} more is due by ${day}.`
export const loadingYourProducts = "Loading your products…"
export const product = "Product"
export const amountDue = "Amount due"
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
export const seeComing = "See your payments for the next 12 months"
export const coverageType = "Coverage type"
export const coverageEffectiveDate = "Coverage effective date"
export const annualProductCost = "Annual product cost"
export const payment = "Payment"
export const summaryCreditLeft = "Credit left"
export const activeProducts = "Active Products"
export const inactiveProducts = "Inactive Products"
export const hide = "Hide"
export const show = "Show"
export const inactiveProductsSuffix = " Inactive Products"
export const amountPaid = "Amount paid"
export const paidThrough = "Paid through"
export const policyNumber = "Policy number"
export const products = "Products"
/** The payer by the display style of a product's status. */
export const payers: Partial<Record<ActiveProduct["paymentStatusDisplayStyle"], string>> = {
  autopay: "Auto Pay",
  combinedbill: "Combined Bill",
  nocosttoyou: "No Cost to You",
}
export const fullName = "Full name"
export const relationship = "Relationship"
export const additionalInsured = "Additional Insured"
export const additionalRiders = "Additional Riders"
export const status = "Status"
export const effectiveDate = "Effective date"
export const benefitAmount = "Benefit amount"
export const annualPremium = "Annual premium"
export const back = "Back"
export const coveredUntil = "Covered until"
export const paymentDueDate = "Payment due date"
export const detailsCreditLeft = "Credit left"
export const productOverview = "Product Overview"
export const loadingThisProduct = "Loading this product…"
export const printThisPage = "Print this page"
export const noSuchProduct = "There is no product with this number in your account."
export const seeYourProducts = "See your products"
export const planType = "Plan type"
export const owner = "Owner"
export const membershipFee = "Membership fee"
export const dailyHospitalBenefit = "Daily hospital benefit"
export const baseBenefit = "Base benefit"
export const detailsLoadFailed = "This product could not be loaded."
export const goToPaymentCenter = "Go to the Payment Center"
export const fileAClaim = "File a claim"
export const fileYourClaim = "File your claim online"

export const productDocuments = "Product Documents"
export const noDocuments = "There are no documents for this product yet."
export const correspondence = "Correspondence"
export const noCorrespondence = "There are no letters about this product yet."
export const howToOpen = "View Document opens a new window. Download saves a copy on this device."
export const opening = "Opening…"
export const viewDocument = "View Document"
export const opensANewWindow = (which: string) => `: ${which}, opens a new window`
export const downloading = "Downloading…"
export const download = "Download"
export const document = "Document"
export const openingYourDocument = "Opening your document…"
export const documentSaved = "Your document was saved to this device. You can close this window."
export const card = "Card"
export const cardFileName = (policyNumber: string) => `Card ${policyNumber}`
export const printCard = "Print card"
export const windowBlocked =
  "Your browser did not allow a new window. Please choose Download instead."
export const saved = "Saved. You can find it in the downloads on this device."
