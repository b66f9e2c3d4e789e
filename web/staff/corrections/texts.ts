import { fullDay } from "#contracts/dates.ts"

export const bills = "Open bills"
export const billsFailed = "We could not load the bills."
export const loadingBills = "Loading bills…"
export const noBills = "Nothing is owed."
export const dueOn = (date: string) => `Due ${date}`
export const period = (from: string, to: string) => (to ? `${from} to ${to}` : `From ${from}`)
export const giveCredit = "Give a credit"
export const forProduct = (product: string) => ` for ${product}`
export const writeOff = "Write off"
export const ofBill = (date: string, product: string) => ` the bill due ${date} of ${product}`
export const correctionsTitle = "Credits and write-offs"
export const kinds = {
  credit: "Credit",
  writeOff: "Write-off",
  reversal: "Reversal",
  release: "Release",
}
export const ofKind = (kind: string) => `of a ${kind.toLowerCase()}`
export const creditDialog = "Give a credit"
export const writeOffDialog = "Write off a bill"
export const productOf = (product: string, policyNumber: string) => `${product}, ${policyNumber}`
export const creditLeft = (amount: string) => `A credit of ${amount} is left.`
export const owes = (amount: string) => `Owed now: ${amount}`
export const billOwes = (date: string, amount: string) => `Bill due ${date}: ${amount} owed`
export const amount = "Amount in dollars"
export const atMost = (most: string) => `At most ${most}`
export const reasonHint =
  "It is kept with the entry, and other staff members see it. The customer sees it only by asking for all of their data."
export const needsApproval = (limit: string) =>
  `A second staff member must approve if the credits, write-offs and reversals of this product in 30 days are more than ${limit}.`
export const next = "Continue"
export const cancel = "Cancel"
export const confirmCredit = (amount: string) => `Give the credit of ${amount}`
export const confirmWriteOff = (amount: string) => `Write off ${amount}`
export const creditEffect = (amount: string, product: string) =>
  `You give a credit of ${amount} for ${product}. No money is paid back.`
export const writeOffEffect = (amount: string, date: string, product: string) =>
  `You write off ${amount} of the bill due ${fullDay(date)} of ${product}. The customer will never have to pay it.`
export const owesAfter = (before: string, after: string) =>
  `The customer then owes ${after} instead of ${before}.`
export const restForNextBill = (rest: string) => `The other ${rest} lowers the next bill.`
export const allForNextBill = (amount: string) =>
  `Nothing is owed now, so the next bill is lower by ${amount}.`
export const autoPayFollows = "If the product is on auto pay, only what is left is charged."
export const cannotUndo = "This cannot be undone."
export const canBeTakenBack =
  "If it was a mistake, it can be taken back: what it settled is then owed again."
export const takeBack = "Take back"
export const takeBackOf = (text: string) => ` the ${text}`
export const openBill = "Open the bill again"
export const openBillOf = (amount: string) => ` that the refund of ${amount} left paid`
export const reversalDialog = "Take back"
export const openBillDialog = "Open a bill again"
export const reversalEffect = {
  credit: (amount: string) => `You take back the credit of ${amount}.`,
  writeOff: (amount: string) => `You take back the write-off of ${amount}.`,
  refund: (amount: string) => `You open the bill again that the refund of ${amount} left paid.`,
  payment: (amount: string) =>
    `The customer can pay ${amount} of open bills, although we have a payment for them.`,
}
export const releaseDialog = "Release a payment"
export const release = "Release"
export const releaseOf = (number: string) => ` the payment ${number}`
export const contradiction = (number: string, amount: string) =>
  `Payment ${number} has paid ${amount} of bills that show as open, so they cannot be paid again.`
export const releaseOnlyIf =
  "Post the payment again in the account system if it was lost there. Release it only if the bill is rightly open. A second staff member must approve."
export const owedAgain =
  "The customer owes again what it had settled, also if that bill is past due, and gets an email. Auto pay follows its usual rules."
export const confirmReversal = {
  correction: (amount: string) => `Take back ${amount}`,
  refund: (amount: string) => `Open the bill for ${amount}`,
  payment: (amount: string) => `Ask to release ${amount}`,
}
export const requestedBy = (staff: string) => `requested by ${staff}`
export const decidedBy = (staff: string) => `decided by ${staff}`
export const postedOnly = (amount: string) => `${amount} of it`
export const owesNow = (product: string, amount: string) => `${product} owes ${amount} now.`
export const showBills = "Show bills and payments"
export const nameOf = {
  credit: (amount: string) => `credit of ${amount}`,
  writeOff: (amount: string) => `write-off of ${amount}`,
  reversal: (amount: string) => `reversal of ${amount}`,
  release: (amount: string) => `release of ${amount}`,
}
export const approveCorrection = {
  credit: (amount: string) => `Approve the credit of ${amount}`,
  writeOff: (amount: string) => `Approve the write-off of ${amount}`,
  reversal: (amount: string) => `Approve taking back ${amount}`,
  release: (amount: string) => `Approve the release of ${amount}`,
}
export const waitingCorrections = "Credits and write-offs waiting for approval"
export const whyApprove = "Please check the bill and the reason before you approve."
export const requestOf = {
  credit: (amount: string, name: string) => `Credit of ${amount}: ${name}`,
  writeOff: (amount: string, name: string) => `Write-off of ${amount}: ${name}`,
  reversal: (amount: string, name: string) => `Taking back ${amount}: ${name}`,
  release: (amount: string, name: string) => `Release of a payment, ${amount}: ${name}`,
}
export const forBill = (product: string, policyNumber: string, date: string, clientName: string) =>
  `${product}, ${policyNumber}${date ? `, bill due ${fullDay(date)}` : ""}, ${clientName}.`
export const requestedAt = (staff: string, moment: string) => `Requested by ${staff}, ${moment}.`
export const forLabel = (amount: string, name: string) => ` ${amount} for ${name}`
export const onAutoPay = (method: string) => `Auto Pay with ${method}.`
export const nextCharge = (amount: string, date: string) =>
  `Next charge: ${amount} on ${fullDay(date)}.`
export const noNextCharge = "No charge is planned."
export const skipped = (dates: string) => `Skipped: ${dates}.`
export const customerReads = "The customer reads:"
