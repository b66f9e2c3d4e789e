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
export const chargedUnlessPaid = (method: string, day: string) =>
  `Auto Pay charges it${method && ` to ${method}`} on ${day}, unless you pay first.`
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
export const wasDue = (day: string) => `Was due ${day}.`
export const lateSince = (day: string) => `Past due since ${day}.`
export const covered = (day: string) => `Covered until ${day}`
/** After the end of coverage. */
export const withGrace = "with the grace period"
export const by = (day: string) => `by ${day}`
/** `when` is "today" or "by" a day, here and below. */
export const payToStayCovered = (when: string) => `Pay ${when} to stay covered.`
export const wasCovered = (day: string) => `You were covered until ${day}.`
export const payOrCall = "Please pay now, or call us."
export const payNow = "Please pay it now."
export const payWhen = (when: string) => `Pay ${when}.`
export const nextBillDue = (amount: string, day: string) => `Next bill: ${amount}, due ${day}.`
export const nextBillsDue = (amount: string, last: string) =>
  `Next bills: ${amount}, due by ${last}.`
export const thenDue = (amount: string, day: string) => `Then ${amount}, due ${day}.`
export const thenDueBy = (amount: string, last: string) => `Then ${amount}, due by ${last}.`
export const loadingYourProducts = "Loading your products…"
export const product = "Product"
export const amountDue = "Amount due"
export const ofWhole = (amount: string) => `of ${amount} due in all`
export const yourActiveProducts = "Your Active Products"
export const paymentFrequency = "Payment frequency"
export const nothingIsDueNow = "Nothing to pay now"
export const welcome = "Welcome,"
export const loadFailed = "Your products could not be loaded."
export const pay = (amount: string) => `Pay ${amount}`
export const payTheFirst = (amount: string) => `Pay the first: ${amount}`
export const payNowAmount = (amount: string) => `Pay ${amount} now`
export const payNowToStayCovered = (amount: string) => `Pay ${amount} now to stay covered`
export const itIsDue = (when: string) => (when ? `It is due ${when}.` : "")
export const firstWhen = (amount: string, when: string) => `First ${amount} ${when}.`
export const nextBillsAre = (amount: string, when: string) =>
  `Next bills: ${[amount, when && `due ${when}`].filter(Boolean).join(", ")}.`
export const onDay = (day: string) => `on ${day}`
export const between = (first: string, last: string) => `between ${first} and ${last}`
export const laterDue = (day: string) => `later, due ${day}`
export const autoPayOf = (amount: string, when: string) =>
  `${["Auto Pay:", amount, when].filter(Boolean).join(" ")}.`
export const combinedBillOf = (amount: string, when: string) =>
  `${["Combined bill:", amount, when].filter(Boolean).join(" ")}.`
export const autoPayPays = (amount: string, day: string) => `Auto Pay pays ${amount} on ${day}`
export const from = (method: string) => (method ? `From ${method}.` : "")
export const autoPayPaysThis = (day: string) => `Auto Pay pays this on ${day}.`
export const autoPayPaysIt = "Auto Pay pays"
export const chargeFor = (productDesc: string, method: string) =>
  `For ${[productDesc, method && `from ${method}`].filter(Boolean).join(", ")}.`
export const chargedOn = (day: string, method: string) => [day, method].filter(Boolean).join(", ")
export const chargeLater = (amount: string, day: string) => `${amount} later, due ${day}.`
export const nothingToDo = "Nothing to do."
export const allPaid = "You're all paid"
export const nothingToPayHere = "Nothing to pay here"
export const creditPaysNext = (day: string, productDesc: string) =>
  `Your credit pays the next bill on ${[day, productDesc].filter(Boolean).join(" for ")}.`
export const nextBillOf = (amount: string, day: string, productDesc: string) => {
  const bill = amount ? `Next bill: ${amount} on ${day}` : `Next bill on ${day}`
  return `${[bill, productDesc].filter(Boolean).join(" for ")}.`
}
export const lastPayment = (amount: string, when: string) => `Last payment: ${amount} ${when}.`
export const onItsWay = (amount: string) => `${amount} is on its way from your bank`
/** Beside the earlier end of coverage. */
export const coverageMoves = "Your coverage date changes when your bank has paid."
export const bankCanReturn = "Your bank can still return it."
export const today = "today"
export const receipt = "Receipt"
export const paidThroughDay = (day: string) => `Paid through ${day}.`
export const todayMark = "Today"
export const todayIs = (day: string) => `Today is ${day}.`
export const noBill = "There is no bill for you now."
export const forLabel = (productDesc: string) => ` for ${productDesc}`
export const paymentsDue = "Payments Due"
export const seeComing = "See your next 12 months"
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
/** The payer by the display style of a product's status, or that a bill is past due. */
export const payers: Partial<Record<ActiveProduct["paymentStatusDisplayStyle"], string>> = {
  autopay: "Auto Pay",
  pastdue: "Past Due",
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
export const paidAsDescribed = "Your certificate describes when it is paid."
export const paidEachHospitalDay =
  "Paid for each day in the hospital, as your certificate describes."
export const documentsAndLetters = (count: number) => `Documents and letters (${count})`
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
