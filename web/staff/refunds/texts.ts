import { kept, words } from "#web/ui/text/translate.ts"

export const payments = "Payments"
export const paymentsOf = (name: string) => kept`Payments of ${name}`
export const noPayments = "There are no payments yet."
export const paymentsFailed = "We could not load the payments."
export const loadingPayments = "Loading payments…"
export const closePayments = "Close payments"
export const paymentOf = (product: string, date: string) => kept`${product}, ${date}`
export const amount = "Amount"
export const status = "Status"
export const statusOf = (status: string, date: string) => kept`${words(status)}, ${date}`
export const madeBy = "Made as"
export const autoPay = "Auto Pay"
export const customer = "Payment"
export const paymentMethod = "Payment method"
export const confirmationNumber = "Confirmation number"
export const planNumber = "Certificate/Plan number"
export const gatewayReference = (gateway: string) => kept`Reference at ${gateway}`
export const refunds = "Refunds"
export const refund = "Refund"
export const refundFor = (date: string) => kept` the payment of ${date}`
export const refundDialog = "Refund a payment"
export const refundAmount = "Refund amount in dollars"
export const atMost = (left: string) => kept`At most ${left}`
export const reasonHint =
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
export const needsApproval = (limit: string) =>
  kept`A second staff member must approve if the refunds of this payment, or to this customer today, exceed ${limit} in total.`
export const sendRefund = (amount: string) => kept`Refund ${amount}`
export const next = "Continue"
export const choose = "Please choose"
export const choiceMissing = "Please choose what the customer owes afterward."
export const refundEffect = (amount: string, method: string) =>
  kept`You refund ${amount} to ${method}. This cannot be undone.`
export const staysPaid = "The customer will owe nothing for it, because the bill stays paid."
export const reopened = "The customer will owe this amount again, because the bill is reopened."
export const approveEffect = (amount: string, method: string, name: string) =>
  kept`${amount} goes back to ${method} of ${name}. This cannot be undone.`
export const approveRefund = (amount: string) => kept`Approve the refund of ${amount}`
export const cancel = "Cancel"
export const goesTo = (amount: string, method: string) => kept`Payment of ${amount} by ${method}`
export const requestedBy = (staff: string) => kept`requested by ${staff}`
export const decidedBy = (staff: string) => kept`decided by ${staff}`
export const madeAtGateway = "made at the gateway"
export const reopens = "the bill is reopened"
export const credits = "the bill stays paid"
export const waitingRefunds = "Refunds waiting for approval"
export const whyApprove = "Please check the payment and the reason before you approve."
export const refundOf = (amount: string, name: string) => kept`Refund of ${amount}: ${name}`
export const requestOf = (
  payment: string,
  method: string,
  confirmation: string,
  clientName: string,
) => kept`Payment of ${payment} by ${method}, confirmation number ${confirmation}, ${clientName}.`
export const requestedAt = (staff: string, moment: string) =>
  kept`Requested by ${staff}, ${moment}.`
export const forLabel = (amount: string, name: string) => kept` the refund of ${amount} for ${name}`
