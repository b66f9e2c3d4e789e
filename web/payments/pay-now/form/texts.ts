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
