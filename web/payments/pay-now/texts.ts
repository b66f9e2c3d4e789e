export const sendingYourPayment = "Sending your payment…"
export const notReceived =
  "Your payment did not reach us, so you were not charged. Please submit it again."
export const amountDetails = "What's in this amount"
export const noMethods = "No payment methods found"
export const addPaymentMethod = "Add Payment Method"
export const paymentMethod = "Payment method"
export const chooseMethod = "Choose a payment method"
export const editMethod = "Edit method"
export const loadingMethods = "Loading your payment methods…"
export const tryAgain = "Try again"
export const submitPayment = "Submit Payment"
export const goBack = "Go back"
export const amountDue = "Amount due"
export const paymentFrequency = "Payment frequency"
export const amountToPay = "Amount to pay"
export const everything = (amount: string) => `${amount}: all that is due`
export const onlyOwn = (amount: string) => `${amount}: only what Auto Pay will not charge`
export const onlyPastDue = (amount: string) => `${amount}: only what is past due`
export const checkingPayment = " We are checking your payment"
export const checkingAutoPay = " Auto Pay is charging this product"
export const pleaseDoNotPayAgain = "Please do not pay again."
export const bankIsSlow =
  "Your bank is taking longer than usual to answer. This page will show the result as soon as we know it. You can also leave: we will keep checking, and you will find the result here."
export const connectionLost =
  "The connection was lost while we sent your payment. We are checking whether it reached us. This page will show the result as soon as we know it."
export const stillUnknown =
  "We still do not know whether your payment went through. We will keep checking. You can come back later: you will find the result here."
export const checkAgain = "Check again"

export const paymentSuccessful = "Payment Successful"
export const done = "Done"
export const confirmationNumber = "Confirmation number"
export const copied = "Copied"
export const copy = "Copy"
export const numberCopied = "The confirmation number was copied."
export const paidFor = "Paid for:"
