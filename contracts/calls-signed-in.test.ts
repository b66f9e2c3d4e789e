import { test } from "node:test"
import { expectCalls } from "./calls-fixture.ts"

/** These calls come from the specification's signed-in areas, not from the contracts. */

const known = "client, accountNumber, policyNumber, userid, isEmailSubscribed"
const holder = `${known}, policyHolder{firstName, lastName}`
const person = `${known}, firstName, lastName`

const amounts = "amountDue, amountDueSpecialCharacter"
const paymentInfo = `paymentInfo{${amounts}, pastDueAmount, adjustment, billingCredit,
  totalAmountDue, disclaimer}`
const product = `policyNumber, productDesc, paymentStatus, paymentStatusDisplayStyle,
  currentPaymentFrequecyType, currentPaymentFrequecyCode, currentPaymentMethod,
  currentPaymentMethodRecordId, ${amounts}, dueDate, showPaymentAmountBreakdown, ${paymentInfo},
  paymentInfoLoaded, availablePaymentFrequencyList{code, value1, value2}, billingFeeInd,
  billingFees{code, value2}, isInsuranceProduct, disclaimer, coverageType, coverageEffectiveDate,
  annualPremium, annualPremiumSpecialCharacter, paymentAction{payNowLink{label, disable, message},
  changeAutoPayOrFrequency{label, disable, message}, saveChanges{disable},
  submitPayment{disable}}`

test("CALLS-01 dashboard, profile and emails have the specified fields", () => {
  const profile = `userId, policyHolder{firstName, lastName, dateOfBirth, emailAddress,
    personNumber}, address{addressLine1, addressLine2, addressLine3, cityName, stateCode, zipCode},
    phoneNumber, securityQuestion, emailUnsubscribedStatus, editOption{addressEdit{disable},
    phoneNumberEdit{disable}, emailEdit{disable}, save{disable}}`
  expectCalls([
    [
      "POST /myaccount-core/dashboard",
      holder,
      `activeProducts{${product}}, paymentsDue{${product}}, hasEAPlusProduct, clientName, messages`,
    ],
    ["POST /myaccount-core/profile", holder, `profile{${profile}}, messages`],
    [
      "PUT /myaccount-core/profile",
      `addressLine1, addressLine2, addressLine3, cityName, stateCode, zipCode, emailAddress,
      phoneNumber, personNumber, username, hostName, clientLoginIp`,
      "messages",
    ],
    [
      "PUT /myaccount-core/profile/securityDetails",
      "securityQuestion, securityAnswer, username",
      "messages",
    ],
    [
      "PUT /myaccount-core/profile/password",
      "currentPassword, password, username, hostName",
      "messages",
    ],
    ["PUT /myaccount-core/emails/resubscribe", "userId", "messages"],
    ["PUT /myaccount-core/emails/unsubscribe", "token", "messages"],
    ["PUT /myaccount-core/emails/unsubscribe", "userId", "messages"],
  ])
})

test("CALLS-01 payment center and auto pay have the specified fields", () => {
  expectCalls([
    ["POST /myaccount-core/products", person, `activeProducts{${product}}, clientName, messages`],
    ["POST /myaccount-core/paymentFrequency", `${person}, csUserid`, `activeProducts{${product}}`],
    ["POST /myaccount-core/paymentInfo", person, paymentInfo],
    [
      "PUT /myaccount-core/paymentFrequency",
      `${person}, paymentFrequency, paymentMethod, paymentDetails{accountNumber, policyNumber,
      billingMode, paymentMethodRecordId, billingMethod, paymentAmount}, emailType, productName,
      paymentDueDate, paymentMethodType, lastFourDigit, premium, adminFee, totalPremium,
      currentDate, hostName`,
      `messages, activeProducts{${product}}`,
    ],
  ])
})

test("CALLS-01 payment methods have the specified fields", () => {
  const method = `paymentRecordId, paymentMethodHeader, cardHolderName, billingMethodCode,
    isCardExpired, cardExpMessage, address{addressLine1, addressLine2, addressLine3, cityName,
    stateCode, zipCode}, creditCard{paymentType, cardNumber, expirationDate,
    creditCardSecurityCode, accountNumberLast4Digit, financialInstitutionName},
    bankAccount{paymentType, originalRoutingNumber, maskedRoutingNumber, accountNumber,
    accountNumberLast4Digit, financialInstitutionName},
    managePaymentMethodOption{saveChanges{disable}, editPaymentMethod{disable},
    deletePaymentMethod{disable}, deletePaymentMethodConfirmation{disable}}`
  const address = "addressLine1, addressLine2, addressLine3, city, state, zipCode"
  const card = `username, isCreditCard, isBankAccount, cardType, cardHolderName, cardNumber,
    expirationDate, ${address}, methodType, creditCardSecurityCode, customerEmail, customerLoginIp`
  const bank = `username, isCheckingAccount, isSavingAccount, nameOnAccount, originalRoutingNumber,
    accountNumber, cardHolderName, paymentType, ${address}, methodType`
  const fromPayNow = "addPaymentMethodFrom, rememberPaymentMethod"
  const methods = `paymentMethods{${method}}, messages`
  expectCalls([
    ["POST /myaccount-core/paymentMethods", person, methods],
    ["POST /myaccount-core/paymentMethod", `${card}, ${fromPayNow}`, methods],
    ["POST /myaccount-core/paymentMethod", `${bank}, ${fromPayNow}`, methods],
    ["PUT /myaccount-core/paymentMethod", `${card}, paymentRecordId`, methods],
    ["PUT /myaccount-core/paymentMethod", `${bank}, paymentRecordId`, methods],
    ["POST /myaccount-core/paymentMethod/delete", `${person}, recordId, methodType`, methods],
    ["POST /myaccount-core/paymentMethod/check"],
  ])
})

test("CALLS-01 pay now has the specified fields", () => {
  const data = `activeProducts{${product}}, clientName, messages`
  expectCalls([
    ["POST /myaccount-core/payNow/data", `${person}, originScreen`, data],
    ["POST /myaccount-core/payNow/homePageData", `${person}, originScreen`, data],
    [
      "POST /myaccount-core/payNow",
      `hostName, ${person}, totalPaymentAmount, paymentMethod, productName, paymentType,
      lastFourDigit, paymentDetails{accountNumber, policyNumber, paymentAmount,
      paymentMethodRecordId}`,
      "messages",
    ],
  ])
})

test("CALLS-01 products and documents have the specified fields", () => {
  const summary = `policyNumber, productDesc, coverageType, coverageEffectiveDate, annualPremium,
    annualPremiumSpecialCharacter, currentPaymentFrequecyType, dueDate, paymentStatusDisplayStyle`
  const detail = `productDesc, policyNumber, coverageType, policyStatus, coverageEffectiveDate,
    suppressPaymentDueDate, paymentDueDateLabel, paymentDueDate, benefitAmount,
    isInsuranceProduct, isCancerOrHipOrHap, owner, annualPremium, annualPremiumSpecialCharacter,
    paymentFrequency, message`
  const rider = `productDesc, policyNumber, policyStatus, coverageEffectiveDate, benefitAmount,
    annualPremium`
  const document = `documentId, documentSource, documentCategory, documentTypeId, documentName,
    documentCreatedDate`
  expectCalls([
    [
      "POST /myaccount-core/productSummary",
      person,
      `activeProducts{${summary}}, inactiveProducts{${summary}, amountDue}, messages`,
    ],
    [
      "POST /myaccount-core/productDetails",
      person,
      `productDetail{${detail}}, additionalInsured{fullName, relationship},
      optionalRiders{${rider}}, productDocuments{${document}}, correspondences{${document}},
      messages`,
    ],
    [
      "GET /myaccount-core/documents/{documentId}/{documentSource}/{documentCategory}",
      "",
      "document",
    ],
  ])
})

test("CALLS-01 staff calls have the specified fields", () => {
  const search = "searchType, value, userId"
  const paid = "{paymentType, accountNumberLast4Digit}"
  const found = `accountNumber, policyNumber, userid, actualUserid, policyHolder{firstName,
    lastName, emailAddress}, client, paymentConfirmationNumber, paymentDate, billingDay,
    paymentDetail{paymentType, paymentAmount, policyNumber, creditCard${paid}, bankAccount${paid}}`
  expectCalls([
    ["GET /myaccount-core/agent/clients", search, `items{${found}}, messages`],
    ["GET /myaccount-core/agent/clients", search, `${found}, messages`],
    [
      "POST /myaccount-core/agent/impersonate/{userId}",
      "",
      // The reply contains no session token. The browser that redeems `siteURL` receives it.
      `siteURL, csUserid, accountNumber, policyNumber, firstName, lastName, userid,
      isEmailSubscribed`,
    ],
    ["POST /myaccount-core/agent/resetPassword", "username, isCustomerUser", "messages"],
    ["DELETE /myaccount-core/agent/users/{username}", "emailVersion", "messages"],
    ["PUT /myaccount-core/agent/email", "userid, csUserid, newEmail, csLoginIp", "statusMessage"],
  ])
})
