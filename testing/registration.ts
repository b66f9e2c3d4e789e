import type { TestBrowser } from "./browser.ts"
import { payloadOf } from "./browser.ts"

/** A demo person who can register. */
export interface Registrant {
  host: string
  client: string
  planNumber: string
  accountNumber: string
  firstName: string
  lastName: string
  email: string
}

export const ana: Registrant = {
  host: "harbor.localhost",
  client: "harbor",
  planNumber: "4000000017",
  accountNumber: "HM2098814",
  firstName: "Ana",
  lastName: "Duarte",
  email: "ana.duarte@example.com",
}
/** A union's customer who registers at the group's host. */
export const sam: Registrant = {
  host: "trades.localhost",
  client: "steelworkers",
  planNumber: "4000000025",
  accountNumber: "SW110402",
  firstName: "Sam",
  lastName: "Whitaker",
  email: "sam.whitaker@example.com",
}
/** A person who was loaded with credentials that are no longer trusted. */
export const walter: Registrant = {
  host: "harbor.localhost",
  client: "harbor",
  planNumber: "4000000033",
  accountNumber: "HM2099020",
  firstName: "Walter",
  lastName: "Brandt",
  email: "walter.brandt@example.com",
}

export const newPassword = "Lantern-2027"

type Change = Record<string, unknown>

/** The calls of a registration as the pages send them; `change` replaces fields of a body. */
export function registrationOf(browser: TestBrowser, who: Registrant) {
  const { host, client, planNumber, accountNumber, firstName, lastName, email } = who
  const names = { firstName, lastName }
  const rest = { personNumber: "", clientName: "" }
  const contact = { phoneNumber: "", zipcode: "" }
  const { userDeviceInfo } = payloadOf({ username: "", password: "", emailAddress: "" })
  return {
    number: (change: Change = {}) =>
      browser.call(host, "POST /appauth/registration/policyNumber", {
        planNumber,
        client,
        ...change,
      }),
    person: (change: Change = {}) =>
      browser.call(host, "POST /appauth/registration/personalInfo", {
        client,
        planNumber,
        ...names,
        email,
        destinationType: "email",
        phase: "registration",
        clientName: "",
        ...change,
      }),
    resend: (change: Change = {}) =>
      browser.call(host, "POST /appauth/passcode/resend", {
        hostName: host,
        planNumber,
        accountNumber,
        ...names,
        email,
        client,
        ...rest,
        ...change,
      }),
    verify: (passCode: string, change: Change = {}) =>
      browser.call(host, "POST /appauth/registration/accountVerification", {
        passCode,
        planNumber,
        accountNumber,
        ...names,
        email,
        ...contact,
        personNumber: "",
        ...change,
      }),
    complete: (change: Change = {}) =>
      browser.call(host, "POST /appauth/registration", {
        hostName: host,
        policyNumber: planNumber,
        accountNumber,
        ...names,
        email,
        ...contact,
        username: `${firstName}.${lastName}`,
        password: newPassword,
        securityQuestion: "2",
        securityAnswer: "Lisbon",
        client,
        ...rest,
        clientLoginIp: "203.0.113.9",
        userDeviceInfo,
        ...change,
      }),
  }
}
