export const loadingYourPayments = "Loading your payments…"
export const noPayments =
  "You have not made a payment here yet. When you make one, it will show here with a receipt."
export const seeWhatIsDue = "See what is due"
export const confirmationNumber = "Confirmation number"
export const gatewayReference = "Gateway reference"
export const whatHappened = "What happened"
export const toPaymentOf = (paymentDate: string) => ` to the payment of ${paymentDate}`
export const loadFailed = "Your payments could not be loaded."
export const receiptFile = "Payment receipt"
export const receiptFileName = (confirmationNumber: string) =>
  `Payment receipt ${confirmationNumber}`
export const fetching = "Fetching…"
export const receiptPdf = "Receipt (PDF)"
export const ofPaymentOf = (paymentDate: string) => ` of the payment of ${paymentDate}`
export const autoPay = "Auto Pay"
export const payment = "Payment"
export const skipped = "Skipped"
export const notCharged = (chargeDate: string) => `, not charged on ${chargeDate}`
export const skippedOn = "Skipped on"
export const by = (person: string) => `, by ${person}`
