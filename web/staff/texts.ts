import type { ReactElement, ReactNode } from "react"
import { kept, words } from "#web/ui/text/translate.ts"

export const waitingForApproval = "Waiting for approval"
export const whyApprove =
  "The email addresses of these customers were changed recently. Please call the phone number below, and make sure that the customer asked for the change and for this request. Do not use the new address."
export const resetPassword = "Reset Password"
export const deleteAccount = "Delete Account"
export const requestedBy = (
  username: string,
  clientName: string,
  askedBy: string,
  moment: string,
) => kept`${username}, ${clientName}. Requested by ${askedBy}, ${moment}.`
export const emailOnFile = "Email on file"
export const earlierEmail = "Email before the change"
export const changedBy = "Changed by"
export const phoneToCall = "Phone number to call"
export const newPhone = "New phone number (do not call)"
export const phoneChangedBy = "Phone number changed by"
export const theCustomer = "the customer"
export const noneOnFile = "None on file"
export const approveReset = (email: string) =>
  kept`The link to choose a new password goes to ${email}. Anyone who can read that mailbox can open the account.`
export const approveDeletion =
  "This deletes the registration. Anyone who can read the mailbox on file can register again for this account."
export const approveThis = "Yes, approve"
export const ownCause =
  "This request is about a change that you made. Another staff member must decide on it."
export const deletionEmailGoesTo = "We will email the customer about it at "
export const ownRequest = "You made this request. Another staff member must approve it."
export const withdraw = "Withdraw"
export const withdrawing = "Withdrawing…"
export const confirmApproval = "Approve this request?"
export const approving = "Approving…"
export const approve = "Approve"
export const forLabel = (name: string) => kept` for ${name}`
export const refusing = "Refusing…"
export const refuse = "Refuse"
export const registration = "Registration"
export const paymentConfirmationNumber = "Payment Confirmation Number"
export const paymentDate = "Payment Date"
export const pastDue = (amount: string) => kept`${amount} is past due.`
export const nothingPastDue = words("Nothing is past due.")
export const nextCharge = (amount: string, day: string) =>
  kept`Auto Pay charges ${amount} next on ${day}.`
export const noNextCharge = words("Auto Pay has no charge planned.")
export const lastPayment = (amount: string, day: string, status: ReactElement) =>
  kept`The last payment was ${amount} on ${day} (${status}).`
export const noPayment = words("No payment was made on this site.")
export const billingDay = "Billing Day"
export const endingIn = (paymentType: string, accountNumberLast4Digit: string) =>
  kept`${paymentType} ending in ${accountNumberLast4Digit}`
export const amountBetween = (most: string) =>
  kept`Please enter an amount between ${"$0.01"} and ${most}.`
export const amountUnclear =
  "Please enter dollars and cents with a decimal point, such as 12.50 or 1,234.50."
export const paymentAmount = "Payment Amount"
export const paidPolicyNumber = "Paid Policy Number"
export const creditCard = "Credit Card"
export const bankAccount = "Bank Account"
export const notRegistered = "Not registered"
export const registerAgain = "Must register again"
export const impersonate = "Impersonate"
export const changeEmail = "Change Email"
export const notRegisteredYet = "Not registered yet, so there is no login to manage."
export const accountOf = (accountNumber: string) => `Account ${accountNumber}`
export const accountGone =
  "The account system no longer has this account. It may have been merged with another one or closed. My Account still has its payments."
export const opening = "Opening…"
export const forPerson = (name: string, clientName: string) => kept` for ${name}, ${clientName}`
export const areYouSure = "Are you sure?"
export const resetLinkGoesTo =
  "They will get an email with a link to choose a new password. It goes to "
export const theAddressOnFile = "the address on file"
export const sending = "Sending…"
export const sendLink = "Send link"
export const cancel = "Cancel"
export const back = "Back"
export const reason = "Reason"
export const reasonMissing = "Please enter a reason."
export const reasonIs = (reason: string) => `Reason: ${reason}`
export const currentEmail = "Current email"
export const newEmail = "New email"
export const bothAddressesTold = "We will email both addresses about this change."
export const saving = "Saving…"
export const saveChanges = "Save Changes"
export const deleteQuestion = "Are you sure you want to delete this user's My Account registration?"
export const goes = "What is deleted"
export const deletedParts =
  "The username and password, the security question, and all open sessions and links. The customer is logged out immediately."
export const stays = "What stays"
export const keptParts =
  "Certificates and plans, payment methods, Auto Pay, payments, and the audit log. Bills are still due, and Auto Pay still charges."
export const canRegisterAgain = "You cannot undo this. The customer can register again."
export const deleting = "Deleting…"
export const deleteLabel = "Delete"
export const findCustomerFirst =
  "Please find the customer first and choose Impersonate. Their Payment Center and products open on their own site."
export const searchClients = "Search Clients"
export const parts = "Parts of this page"
export const customers = "Customers and approvals"
export const ledger = "Ledger"
export const results = (length: number) => `${length} results`
export const accountNumber = "Account Number"
export const policyNumber = "Policy Number"
export const username = "Username"
export const fullName = "Full Name"
export const email = "Email"
export const client = "Client"
export const resultsCaption = "Clients found. The actions for each are below it."
export const comments = "Comments"
export const searchBy = "Search by"
export const searching = "Searching…"
export const search = "Search"
export const searchByPolicyNumber = "Policy number"
export const searchByAccountNumber = "Account number"
export const searchByPaymentConfirmationNumber = "Payment confirmation number"
export const noRoleToLook =
  "Your account does not have the role “look”, so you cannot search for customers. Please contact the person who manages the staff accounts."
export const logout = "Logout"
export const rolesFailed = "We could not load the roles of your account."
export const unsentChargeNotice = "Not notified by email"
export const unsentChargeNoticeOf = (amount: string, date: ReactNode, policyNumber: string) =>
  kept`Auto Pay charges ${amount} on ${date} for ${policyNumber}. There is no email address on file, so please tell the customer.`
export const whyReplace =
  "Someone else created the password that you logged in with. Please replace it with one that only you know. It must be different from the old one."
export const newPassword = "New password"
export const confirmPassword = "Confirm password"
export const savingYourPassword = "Saving your password…"
export const saveAndLogIn = "Save and log in"
export const backToLogin = "Back to login"
export const changeMyPassword = "Change my password"
export const customerSupportLogin = "Customer Support Login"
export const logInWith = (provider: string) => `Log in with ${provider}`
export const openingProvider = (provider: string) => `Opening ${provider}…`
export const loggingIn = "Logging you in…"
export const orWithPassword = "Or log in with a username and password"
export const notLoggedIn = "You are not logged in"
export const answerWorksOnce =
  "This company login has expired or was already used. Please log in again."
export const goToLogin = "Go to login"

export const keyNotMade = "We could not create the key for your app."
export const whyAuthenticator =
  "You need a code from an authenticator app each time you log in. You can use any authenticator app, on a phone or a computer."
export const scanThisWithTheApp = "Scan this with the app:"
export const enterSixDigits = "Enter the six digits that the app shows now."
export const qrCodeLabel = "QR code for your authenticator app"
export const onThisDevice = "On this device? "
export const openYourApp = "Open your app"
export const orTypeThisKey = "Or type this key:"
export const key = "key"
export const makingKey = "Creating a key for your app…"
export const keepThem =
  "If you lose your app, you can log in once with each of these codes. Please print them or write them down now. We will not show them again."
export const recoveryCodes = "recovery codes"
export const iHaveKeptThem = "I have saved them"
export const keepYourRecoveryCodes = "Save your recovery codes"
export const chooseYourOwnPassword = "Choose your own password"
export const setUpAnAuthenticatorApp = "Set up an authenticator app"
export const enterCodeTitle = "Enter the code from your app"
export const codeHint = "Six digits. If you do not have your app, enter one of your recovery codes."
export const codeLabel = "Code from your app"
export const factorLoggingIn = "Logging in…"
export const logIn = "Log In"
