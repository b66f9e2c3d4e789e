import type { TestBrowser } from "./browser.ts"
import { demoPerson } from "./demo-people.ts"

/** A demo person who has forgotten their username or password. */
export interface Forgetful {
  host: string
  client: string
  username: string
  answer: string
  certificateNo: string
  firstName: string
  lastName: string
  email: string
}

export const maria: Forgetful = {
  host: "harbor.localhost",
  client: "harbor",
  username: "maria.santos",
  answer: "Azores Street",
  certificateNo: "4001930427",
  firstName: "Maria",
  lastName: "Santos",
  email: demoPerson("maria.santos").emailAddress,
}
/** A union's customer who recovers at the group's host. */
export const tom: Forgetful = {
  host: "trades.localhost",
  client: "electricians",
  username: "tom.reilly",
  answer: "Georgia Avenue",
  certificateNo: "6200260418",
  firstName: "Tom",
  lastName: "Reilly",
  email: demoPerson("tom.reilly").emailAddress,
}

type Change = Record<string, unknown>

/** The calls of the recovery as the pages send them; `change` replaces fields of a body. */
export function recoveryOf(browser: TestBrowser, who: Forgetful) {
  const { host, client, username, certificateNo, firstName, lastName, email } = who
  return {
    forgotUsername: (change: Change = {}) =>
      browser.call(host, "POST /appauth/forgotUsername", {
        certificateNo,
        firstName,
        lastName,
        emailAddress: email,
        client,
        hostName: host,
        ...change,
      }),
    question: (params: { username?: string; client?: string } = {}) =>
      browser.call(
        host,
        "GET /appauth/forgotPassword/userName/{username}/client/{client}",
        undefined,
        { params: { username, client, ...params } },
      ),
    answer: (change: Change = {}) =>
      browser.call(host, "POST /appauth/forgotPassword", {
        securityAnswer: who.answer,
        username,
        hostName: host,
        isCustomerUser: true,
        ...change,
      }),
    check: (ticket: string) => browser.call(host, "POST /appauth/resetPassword/ticket", { ticket }),
    reset: (ticket: string, change: Change = {}) =>
      browser.call(host, "POST /appauth/resetPassword", {
        password: "Lantern-2027",
        ticket,
        hostName: host,
        client,
        ...change,
      }),
  }
}

/** The ticket in an emailed link to reset a password. */
export function ticketIn({ text }: { text: string }): string {
  return text.match(/\/reset-password\/([\w-]+)/)?.[1] ?? ""
}
