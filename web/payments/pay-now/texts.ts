export const sendingYourPayment = "Sending your payment…"
export const notReceived =
  "Your payment did not reach us, so you were not charged. Please submit it again."
export const amountDetails = "What's in this amount"
export const noMethods = "No payment methods found"
export const addOneToPay = "Add a card or bank account to pay."
export const addPaymentMethod = "Add Payment Method"
export const paymentMethod = "Payment method"
export const chooseMethod = "Choose a payment method"
export const editMethod = "Edit method"
export const loadingPayment = "Loading your payment…"
export const tryAgain = "Try again"
export const submitPayment = "Submit Payment"
export const goBack = "Go back"
export const amountDue = "Amount due"
export const paymentFrequency = "Payment frequency"
export const amountToPay = "Amount to pay"
export const everything = (amount: string) => `Full amount due: ${amount}`
export const onlyPastDue = (amount: string) => `Past due: ${amount}`
/** `when` is "today" or "by" a day. */
export const payToStayCovered = (when: string) => `Pay ${when} to stay covered`
export const payItNow = "Please pay it now"
export const notByAutoPay = "Only what Auto Pay will not charge"
export const alsoPaysBill = (day: string) => `Also pays the bill of ${day}`
export const alsoPaysBills = (count: number, day: string) =>
  `Also pays ${count} later bills, the last of ${day}`
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
export const paidWith = "Paid with"
export const paidFor = "Paid for"
export const time = "Time"
export const coveredUntil = "Covered until"
export const coverageReading = "Updating…"
export const coverageAtHome = "Your home page will show it"
export const youPaid = (amount: string) => `You paid ${amount}`
export const wasPaid = (amount: string) => `${amount} was paid`
export const bankCanReturn =
  "Your bank may take a few days to make this payment, and can still return it. We email you if that happens."
export const emailingReceipt = (address: string) => `We are emailing a receipt to ${address}.`
export const payNext = (amount: string) => `Pay the next one: ${amount}`
