export const sendingYourPayment = "Sending your payment…"
export const notReceived =
  "Your payment did not reach us, so nothing was taken. Please submit it again."
