import type { ReactNode } from "react"
import { kept, listed, words } from "#web/ui/text/translate.ts"

export const bills = "Open bills"
export const billsFailed = "We could not load the bills."
export const loadingBills = "Loading bills…"
export const noBills = "Nothing is owed."
export const dueOn = (date: ReactNode) => kept`Due ${date}`
export const period = (from: ReactNode, to: ReactNode) =>
  to ? kept`${from} to ${to}` : kept`From ${from}`
export const giveCredit = "Give a credit"
export const forProduct = (product: string) => kept` for ${product}`
export const writeOff = "Write off"
export const ofBill = (date: ReactNode, product: string) =>
  kept` the bill due ${date} for ${product}`
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
export const productOf = (product: string, policyNumber: string) =>
  kept`${product}, ${policyNumber}`
export const creditLeft = (amount: string) => kept`A credit of ${amount} is left.`
export const owes = (amount: string) => kept`Owed now: ${amount}`
export const billOwes = (date: ReactNode, amount: string) => kept`Bill due ${date}: ${amount} owed`
export const amountInDollars = "Amount in dollars"
export const correctionAtMost = (most: string) => kept`At most ${most}`
export const correctionReasonHint =
  "It is saved with the entry, and other staff members can see it. The customer can see it only by requesting all of their data."
export const correctionNeedsApproval = (limit: string) =>
  kept`A second staff member must approve if the credits, write-offs and reversals for this product exceed ${limit} within 30 days.`
export const next = "Continue"
export const cancel = "Cancel"
export const confirmCredit = (amount: string) => kept`Give the credit of ${amount}`
export const confirmWriteOff = (amount: string) => kept`Write off ${amount}`
export const creditEffect = (amount: string, product: ReactNode) =>
  kept`You give a credit of ${amount} for ${product}. No money is paid back.`
export const writeOffEffect = (amount: string, date: ReactNode, product: ReactNode) =>
  kept`You write off ${amount} of the bill due ${date} for ${product}. The customer will never have to pay it.`
export const owesAfter = (before: string, after: string) =>
  kept`The customer will then owe ${after} instead of ${before}.`
export const restForNextBill = (rest: string) =>
  kept`The remaining ${rest} will lower the next bill.`
export const allForNextBill = (amount: string) =>
  kept`Nothing is owed now, so the next bill will be ${amount} lower.`
export const autoPayFollows = "If the product is on Auto Pay, only the remaining amount is charged."
export const cannotUndo = "This cannot be undone."
export const canBeTakenBack =
  "If this is a mistake, it can be taken back. The customer will then owe the amount again."
export const takeBack = "Take back"
export const takeBackOf = (text: ReactNode) => kept` the ${text}`
export const openBill = "Reopen the bill"
export const openBillOf = (amount: string) => kept` that the ${amount} refund left as paid`
export const reversalDialogs = {
  correction: "Take back",
  refund: "Reopen a bill",
  payment: "Release a payment",
}
export const reversalEffect = {
  credit: (amount: string) => kept`You take back the credit of ${amount}.`,
  writeOff: (amount: string) => kept`You take back the write-off of ${amount}.`,
  refund: (amount: string) => kept`You reopen the bill that the ${amount} refund left as paid.`,
  payment: (amount: string) =>
    kept`The customer can then pay ${amount} of open bills, although we already have a payment for them.`,
}
export const release = "Release"
export const releaseOf = (number: string) => kept` the payment ${number}`
export const contradiction = (number: string, amount: string) =>
  kept`Payment ${number} paid ${amount} of bills that are still shown as open, so these bills cannot be paid again.`
export const releaseOnlyIf =
  "If the account system lost the payment, post it there again. Release it only if the bill should be open. A second staff member must approve."
export const owedAgain =
  "The customer will owe this amount again, even if the bill is past due, and will get an email. Auto Pay follows its usual rules."
export const confirmReversal = {
  correction: (amount: string) => kept`Take back ${amount}`,
  refund: (amount: string) => kept`Reopen the bill for ${amount}`,
  payment: (amount: string) => kept`Ask to release ${amount}`,
}
export const requestedBy = (staff: string) => kept`requested by ${staff}`
export const decidedBy = (staff: string) => kept`decided by ${staff}`
export const postedOnly = (amount: string) => kept`${amount} of it`
export const owesNow = (product: string, amount: string) => kept`${product} owes ${amount} now.`
export const showBills = "Show bills and payments"
export const nameOf = {
  credit: (amount: string) => kept`credit of ${amount}`,
  writeOff: (amount: string) => kept`write-off of ${amount}`,
  reversal: (amount: string) => kept`reversal of ${amount}`,
  release: (amount: string) => kept`release of ${amount}`,
}
export const approveCorrection = {
  credit: (amount: string) => kept`Approve the credit of ${amount}`,
  writeOff: (amount: string) => kept`Approve the write-off of ${amount}`,
  reversal: (amount: string) => kept`Approve taking back ${amount}`,
  release: (amount: string) => kept`Approve the release of ${amount}`,
}
export const waitingCorrections = "Credits and write-offs waiting for approval"
export const whyApproveCorrection = "Please check the bill and the reason before you approve."
export const correctionOf = {
  credit: (amount: string, name: string) => kept`Credit of ${amount}: ${name}`,
  writeOff: (amount: string, name: string) => kept`Write-off of ${amount}: ${name}`,
  reversal: (amount: string, name: string) => kept`Taking back ${amount}: ${name}`,
  release: (amount: string, name: string) => kept`Release of a payment, ${amount}: ${name}`,
}
export const forBill = (
  product: string,
  policyNumber: string,
  date: ReactNode,
  clientName: string,
) => kept`${product}, ${policyNumber}${date && kept`, bill due ${date}`}, ${clientName}.`
export const requestedAt = (staff: string, moment: string) =>
  kept`Requested by ${staff}, ${moment}.`
export const correctionLabel = (amount: ReactNode, name: string) => kept` ${amount} for ${name}`
export const onAutoPay = (method: string) => kept`Auto Pay with ${method}.`
export const nextCharge = (amount: string, date: ReactNode) =>
  kept`Next charge: ${amount} on ${date}.`
export const noNextCharge = "No charge is planned."
export const skipped = (dates: readonly ReactNode[]) => kept`Skipped: ${listed(dates)}.`
export const customerReads = "The customer sees:"

export const payments = "Payments"
export const paymentsOf = (name: string) => kept`Payments of ${name}`
export const noPayments = "There are no payments yet."
export const paymentsFailed = "We could not load the payments."
export const loadingPayments = "Loading payments…"
export const closePayments = "Close payments"
export const paymentOf = (product: string, date: ReactNode) => kept`${product}, ${date}`
export const amount = "Amount"
export const status = "Status"
export const statusOf = (status: string, date: ReactNode) => kept`${words(status)}, ${date}`
export const madeBy = "Made as"
export const autoPay = "Auto Pay"
export const customer = "Payment"
export const paymentMethod = "Payment method"
export const confirmationNumber = "Confirmation number"
export const planNumber = "Certificate/Plan number"
export const gatewayReference = (gateway: string) => kept`Reference at ${gateway}`
export const refunds = "Refunds"
export const refund = "Refund"
export const refundFor = (date: ReactNode) => kept` the payment of ${date}`
export const refundDialog = "Refund a payment"
export const refundAmount = "Refund amount in dollars"
export const refundAtMost = (left: string) => kept`At most ${left}`
export const refundReasonHint =
  "Other staff members can see it. The customer can see it only by requesting all of their data."
export const afterRefund = "What the customer owes afterward"
export const creditOption = "Nothing: the bill stays paid"
export const reopenOption = "The refunded amount: the bill is reopened"
export const creditExplained =
  "A credit takes the place of the refunded money. Choose this for a payment made twice, or as goodwill."
export const reopenExplained =
  "The bill that this payment settled will be due again. Choose this if the customer will pay another way."
export const bankRefund =
  "The bank gets the money three or more business days from now. Please ask first whether the customer has disputed the debit at their bank: a refund and a dispute pay the customer twice."
export const tooOldToRefund =
  "A bank debit can be refunded for 180 days. Please pay the customer back in another way."
export const refundNeedsApproval = (limit: string) =>
  kept`A second staff member must approve if the refunds of this payment, or to this customer today, exceed ${limit} in total.`
export const sendRefund = (amount: string) => kept`Refund ${amount}`
export const choose = "Please choose"
export const choiceMissing = "Please choose what the customer owes afterward."
export const refundEffect = (amount: string, method: string) =>
  kept`You refund ${amount} to ${method}. This cannot be undone.`
export const staysPaid = "The customer will owe nothing for it, because the bill stays paid."
export const reopened = "The customer will owe this amount again, because the bill is reopened."
export const approveEffect = (amount: string, method: string, name: string) =>
  kept`${amount} goes back to ${method} of ${name}. This cannot be undone.`
export const approveRefund = (amount: string) => kept`Approve the refund of ${amount}`
export const goesTo = (amount: string, method: string) => kept`Payment of ${amount} by ${method}`
export const madeAtGateway = "made at the gateway"
export const reopens = "the bill is reopened"
export const credits = "the bill stays paid"
export const waitingRefunds = "Refunds waiting for approval"
export const whyApproveRefund = "Please check the payment and the reason before you approve."
export const refundOf = (amount: string, name: string) => kept`Refund of ${amount}: ${name}`
export const refundedPayment = (
  payment: string,
  method: string,
  confirmation: string,
  clientName: string,
) => kept`Payment of ${payment} by ${method}, confirmation number ${confirmation}, ${clientName}.`
export const refundLabel = (amount: string, name: string) =>
  kept` the refund of ${amount} for ${name}`
