import { test } from "node:test"
import { expectCalls } from "./calls-fixture.ts"

/** These calls come from the specification's public area, not from the contracts. */

const device = `userDeviceInfo{userOS, userOSVersion, browserName, browserVersion, isMobile,
  mobileModel, mobileVendor}`
const login = `username, password, client, isCustomerUser, email, phase, passCode, destinationType,
  clientLoginIp, clientName, ${device}`
const questions = "questionId, question"

test("CALLS-01 initialization and content have the specified fields", () => {
  expectCalls([
    [
      "GET /appcontent/clientAttributes",
      "",
      `client, clientName, clientPhoneNumber, isCustomerSite, isClientGroup, clientGroupName,
      clientGroupHostName, gtmId, searchIndex, metaDescription, showContactUs, showAboutUs,
      brandDetail{primaryLogo, secondLogo, primaryLogoAnchorLink, logoImageUrl, cssFileUrl}`,
    ],
    ["POST /appcontent/contents", "titles", "items{title, content}"],
    ["GET /appcontent/statesList", "countryId", "items"],
    ["POST /appcontent/pagesTitle", "titles", "items{content}"],
    ["GET /appcontent/clientGroup/{nameOrId}", "", "label, items{name, subGroup, hostName}"],
    ["GET /appcontent/serviceStatus"],
    ["GET /appcontent/backendServices"],
    ["GET /appcontent/publicIp", "", "ip"],
    ["POST /myaccount-core/availability", "", "insproAvailableInd, messages"],
  ])
})

test("CALLS-01 login, session and session transfer have the specified fields", () => {
  expectCalls([
    ["POST /appauth/login", login, "data{email, messages}"],
    [
      "POST /appauth/passcode/verification",
      login,
      "access_token, disableVerifyPassCode, passCodeCoolDownPeriod, status, statusMessage",
    ],
    ["POST /appauth/passcode/resend", login, "status, statusMessage, messages"],
    [
      "PUT /appauth/userInformation",
      `username, isCustomerUser, client, clientLoginIp, ${device}`,
      "messages",
    ],
    ["POST /appauth/logout", "", "messages"],
    ["GET /appauth/securityQuestions", "", `items{${questions}}`],
    ["POST /appauth/handoff"],
    ["POST /appauth/handoff/redeem"],
    ["POST /appauth/handoff/decline"],
  ])
})

test("CALLS-01 captcha and recovery have the specified fields", () => {
  expectCalls([
    ["GET /appauth/security/challenge"],
    ["POST /appauth/security/bot", "token", "isBot"],
    [
      "POST /appauth/forgotUsername",
      "certificateNo, firstName, lastName, emailAddress, client, hostName",
      "messages",
    ],
    [
      "GET /appauth/forgotPassword/userName/{username}/client/{client}",
      "",
      "securityQuestion, messages",
    ],
    [
      "POST /appauth/forgotPassword",
      "securityAnswer, username, hostName, isCustomerUser",
      "messages",
    ],
    [
      "POST /appauth/resetPassword",
      "password, ticket, hostName, client",
      "access_token, userid, messages",
    ],
  ])
})

test("CALLS-01 registration has the specified fields", () => {
  const names = "firstName, lastName"
  expectCalls([
    ["POST /appauth/registration/policyNumber", "planNumber, client", "messages"],
    [
      "POST /appauth/registration/personalInfo",
      `client, planNumber, ${names}, email, destinationType, phase, clientName`,
      `clientName, insproAccountNumbers, questions{${questions}}, personNumber, statusMessage,
      messages`,
    ],
    [
      "POST /appauth/passcode/resend",
      `hostName, planNumber, accountNumber, ${names}, email, client, clientName, personNumber`,
      "status, statusMessage, messages",
    ],
    [
      "POST /appauth/registration/accountVerification",
      `passCode, planNumber, accountNumber, ${names}, email, phoneNumber, zipcode, personNumber`,
      "verified, disableVerifyPassCode, passCodeCoolDownPeriod, messages",
    ],
    [
      "POST /appauth/registration",
      `hostName, policyNumber, accountNumber, ${names}, email, phoneNumber, zipcode, username,
      password, securityQuestion, securityAnswer, client, clientName, personNumber, clientLoginIp,
      ${device}`,
      "access_token",
    ],
  ])
})
