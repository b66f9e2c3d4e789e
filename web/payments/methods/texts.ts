export const billingAddress = "Billing address"
export const address1 = "Address 1"
export const address2 = "Address 2 (optional)"
export const address3 = "Address 3 (optional)"
export const city = "City"
export const zip = "Zip"
export const checking = "Checking"
export const savings = "Savings"
export const account = "Account"
export const accountType = "Account type"
export const accountHolderName = "Account-holder Name"
export const bankRoutingNumber = "Bank Routing Number"
export const routingHint = "Nine digits, at the bottom left of a check."
export const confirmBankRoutingNumber = "Confirm Bank Routing Number"
export const accountNumber = "Account Number"
export const confirmAccountNumber = "Confirm Account Number"
export const card = "Card"
export const cardType = "Card Type"
export const selectACardType = "Select a card type"
export const cardholderName = "Cardholder Name"
export const cvvCvc = "CVV/CVC"
export const expDate = "Exp Date"
export const expDateHint = "Month and year"
export const expDateMonth = "Exp Date month"
export const month = "Month"
export const expDateYear = "Exp Date year"
export const year = "Year"
export const creditCardNumber = "Credit Card Number"
export const deletePaymentMethod = "Delete Payment Method?"
export const willBeDeleted = " will be deleted from your payment methods."
export const deleting = "Deleting…"
export const deleteMethod = "Delete Method"
export const cancel = "Cancel"
export const creditCard = "Credit Card"
export const bankAccount = "Bank Account"
export const kindOfPaymentMethod = "Kind of payment method"
export const enterNewDate =
  "Please enter its new expiration date, or add another payment method and delete this one."
export const notVerified = "Not verified"
export const blocked = "Cannot be charged"
export const authorizationEnded = "Authorization ended"
export const addAnother = "Add another payment method"
export const seeProducts = "Choose a product to pay"
export const edit = "Edit"
export const deleteLabel = "Delete"
export const cardholder = "Cardholder"
export const accountHolder = "Account holder"
export const expires = "Expires"
export const expired = "Expired"
export const bank = "Bank"
export const rememberPaymentMethod = "Remember Payment Method"
export const saving = "Saving…"
export const saveChanges = "Save Changes"
export const addPaymentMethod = "Add Payment Method"
export const customerOnly = "Only the customer can change payment methods."
export const onlyTheCustomer = "only the customer can"
export const thisCannotBeChangedHere = "This cannot be changed here."
export const noMethods =
  "You have no payment methods yet. Add a card or a bank account to pay with, now or by Auto Pay."
export const editPaymentMethod = "Edit Payment Method"
export const loadingMethods = "Loading your payment methods…"
export const loadFailed = "Your payment methods could not be loaded."
export const theCardWasRefused = "The card was refused."
/** The errors of frames with a wrong or incomplete text. */
export const pleaseCheck = {
  number: "Please check this number.",
  expiration: "Please check this date.",
  code: "Please check this code.",
}
export const pleaseCheckThisName = "Please check this name."
export const thisDateHasPassed = "This date has passed."
export const change = "Change"
export const ofBillingAddress = " the billing address"
export const useAddressOnFile = "Use my address on file"
export const tryAgain = "Try again"
export const loadingField = "Loading…"
export const stillLoading = "The card fields are still loading. Please try again in a moment."
export const framesFailed =
  "The card fields could not be loaded. Please try again, or add a bank account instead."
export const gatewayUnusable =
  "The service that stores cards and bank accounts cannot be used here right now, so nothing was saved. Please call us, or use a saved payment method."
export const networksTaken = (names: readonly string[]) => `We take ${names.join(", ")}.`
export const cardTypeHint = "We find it from the card number."
/** The errors of blank fields. */
export const enter = {
  holder: "Enter the name on the card",
  cardType: "Choose the card type",
  number: "Enter the card number",
  code: "Enter the security code (CVV/CVC)",
  expiration: "Enter the expiration date",
  month: "Choose a month",
  year: "Choose a year",
  routing: "Enter the bank routing number",
  routingAgain: "Enter the bank routing number again",
  account: "Enter the account number",
  accountAgain: "Enter the account number again",
  addressLine1: "Enter the street address",
  city: "Enter the city",
  state: "Choose the state",
  zip: "Enter the zip code",
}
export const enterAccountHolder = "Enter the name of the account holder"
export const codeOnBack = "3 digits, on the back"
export const codeOnFront = "4 digits, on the front"
export const deletedMeanwhile = (method: string) =>
  `${method} was deleted in the meantime, so nothing was saved. The list now shows your current payment methods.`
export const waysToAddAccount = "How do you want to add it?"
export const signInToYourBank = "Sign in to your bank"
export const readyAtOnce = "The account is ready at once."
export const typeTheNumbers = "Type the account numbers"
export const depositsFirst =
  "The account may be ready only after you have confirmed small deposits, which take one to two business days."
export const accountAtYourBank = "Account at your bank"
export const openingYourBank = "Opening your bank…"
export const chooseAnotherAccount = "Choose another account"
export const chooseAccountAtBank = "Sign in to your bank and choose an account"
export const bankRefused = "Your bank did not confirm the account. Please choose another one."
export const connectedAccount = (institution: string, lastFour: string) =>
  `${institution}, account ending in ${lastFour}`
