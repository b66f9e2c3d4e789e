export const sendingYourPayment = "Sending your payment…"
export const notReceived =
  "Your payment did not reach us, so you were not charged. Please submit it again."
