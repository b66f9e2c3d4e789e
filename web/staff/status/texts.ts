import type { ReactElement, ReactNode } from "react"
import { shownDayAt } from "#contracts/dates.ts"
import type {
  StatusItem,
  StatusReply,
  StatusSubject,
  StatusTrouble,
} from "#contracts/staff/status.ts"
import { momentText, timeText } from "#web/ui/text/moment-text.ts"
import { kept, listed, words } from "#web/ui/text/translate.ts"

export const status = "Status"
export const loading = "Loading the status…"
export const refresh = "Refresh"
export const refreshing = "Refreshing…"
export const cannotLoad = "We cannot load the status."
export const lastKnown = (at: string) => `We cannot load the status. Last known: ${at}.`
export const asOf = (at: string) => kept`As of ${at}`
export const tellCustomers = "What to tell a customer"
export const whoActs = "Who acts"
export const everythingWorks = "Everything works."
export const nothingKnown = "The server has just started and is still checking."
export const also = (subjects: readonly StatusSubject[]) =>
  `Also: ${subjects.map((subject) => subjectNames[subject]).join(", ")}.`
export const yourClients = "Numbers include only the clients that you serve."

export const subjectNames: Record<StatusSubject, string> = {
  signIn: "Logging in",
  emails: "Emails",
  payments: "Payments",
  accountData: "Account data",
  billing: "Daily billing",
  documents: "Documents",
  website: "Website",
}

export const stateNames: Record<StatusItem["state"], string> = {
  works: "Works",
  trouble: "Has trouble",
  down: "Does not work",
  unknown: "Not known yet",
}

/**
 * A time such as "10:42 AM EST", with the date unless it is on the day of `now`. In the time zone
 * of the staff member, because staff read about many clients.
 */
export function seenText(moment: string, now: string, timeZone: string): string {
  const dayOf = (iso: string) => shownDayAt(new Date(iso), timeZone)
  const today = dayOf(now)
  return dayOf(moment) === today ? timeText(moment, timeZone) : momentText(moment, today, timeZone)
}

/** The sentence about a trouble. `since` is a formatted time, or "" if unknown. */
export function troubleText(trouble: StatusTrouble, since: string): ReactElement {
  const { says } = troubles[trouble]
  return since ? kept`${words(says)} since ${since}.` : words(`${says}.`)
}

export const adviceOf = (trouble: StatusTrouble) => troubles[trouble]

export const everyCustomer = "It affects every customer."

export function customersText(customers: number): string {
  return customers === 1
    ? "1 customer of your clients is affected."
    : `${customers} customers of your clients are affected.`
}

const operations = "Operations. Please report it if it lasts for more than 15 minutes."
const automatic = "It continues automatically."

interface TroubleTexts {
  /** A sentence without its end, to be followed by "since …". */
  says: string
  tell: string
  acts: string
}

const doNotPayAgain =
  "Please do not pay again. We will email a receipt when the payment is confirmed."

const troubles: Record<StatusTrouble, TroubleTexts> = {
  logInOff: {
    says: "Logging in has not worked",
    tell: "You cannot log in right now, because our account system is not responding. If you keep the login page open, Log In turns on when the system responds again.",
    acts: "Operations, with the team of the account system.",
  },
  signInsFail: {
    says: "Logins have failed",
    tell: "We know that logging in is not working right now. Please try again in 15 minutes.",
    acts: operations,
  },
  codesLate: {
    says: "Login codes have arrived late",
    tell: "Your code is on its way. Please keep the page open, and enter the newest code that arrives.",
    acts: operations,
  },
  codesNotEntered: {
    says: "Many login codes have not been entered",
    tell: "Please check your spam folder, and make sure that the address on file is correct.",
    acts: "Operations, with the email provider.",
  },
  emailsWait: {
    says: "Emails have been slow",
    tell: "Your email is on its way. Nothing is lost.",
    acts: operations,
  },
  gatewayAway: {
    says: "The payment gateway has been hard to reach",
    tell: "We may not be able to take your payment right now. Please try again in an hour. Nothing will be charged in the meantime.",
    acts: "Operations, with the payment gateway.",
  },
  paymentsPaused: {
    says: "Payments have been paused",
    tell: "We cannot take payments right now. Please try again in an hour.",
    acts: "Operations, with the team of the account system.",
  },
  paymentsUndecided: {
    says: "Payments have been slow to be confirmed",
    tell: doNotPayAgain,
    acts: `Operations, with the payment gateway. ${automatic}`,
  },
  paymentsNotPosted: {
    says: "Accepted payments have been slow to show in the account",
    tell: "Your payment was accepted. The balance will show it soon, so please do not pay again.",
    acts: `Operations, with the team of the account system. ${automatic}`,
  },
  paidBillsOpen: {
    says: "Bills that customers have paid have been shown as open again",
    tell: "We have your payment. Please do not pay again. We will correct the bill.",
    acts: "Operations, with the team of the account system. The ledger lists the payments and bills.",
  },
  declines: {
    says: "More payments were declined than accepted in the last half hour",
    tell: "Please use another payment method, or ask your bank why it declined the payment.",
    acts: "Operations, with the payment gateway.",
  },
  accountSystemAway: {
    says: "The account system has not responded",
    tell: "If you are logged in, you can see the latest information that we have. If you are not, I can look it up here. We cannot change anything until our account system responds again.",
    acts: "Operations, with the team of the account system.",
  },
  accountSystemSlow: {
    says: "The account system has been slow",
    tell: "Pages take longer than usual right now. Please wait a moment after each step.",
    acts: "Operations, with the team of the account system.",
  },
  billingLate: {
    says: "Daily billing has been late",
    tell: "If Auto Pay should have charged you today, it will charge you later. You don't need to do anything.",
    acts: operations,
  },
  documentsAway: {
    says: "Documents have failed to open",
    tell: "Your documents are safe, but we cannot show them right now. Please try again in an hour.",
    acts: operations,
  },
  databaseBusy: {
    says: "Pages have been slow",
    tell: "Pages take longer than usual right now. Please wait a moment after each step.",
    acts: operations,
  },
  jobStuck: {
    says: "Background work has stopped",
    tell: "Emails and confirmations may arrive late. Nothing is lost.",
    acts: operations,
  },
  limitsHit: {
    says: "Many requests have been rejected because they came too often",
    tell: "If a page says that you tried too often, please wait for the time that it shows.",
    acts: "Operations. Someone may be guessing passwords.",
  },
  partsRefused: {
    says: "Browsers have blocked parts of pages",
    tell: "If a page looks wrong, please reload it.",
    acts: operations,
  },
}

const count =
  (one: string) =>
  (number: number, more = `${one}s`) =>
    `${number} ${number === 1 ? one : more}`
const emails = count("email")
const payments = count("payment")

/** Sentences about a part: its working state, and numbers that help to understand a trouble. */
export function factsOf(
  { subject, state }: StatusItem,
  facts: StatusReply["facts"],
  moment: (iso: string) => string,
): ReactNode[] {
  const works = state === "works" ? [workingTexts[subject]] : []
  const { emailsWaiting } = facts
  if (subject === "emails" && emailsWaiting) {
    if (state !== "works") return [`${emails(emailsWaiting)} not sent yet.`]
    return [`${emails(emailsWaiting)} ${emailsWaiting === 1 ? "is" : "are"} being sent.`]
  }
  if (subject === "payments") return [...works, ...paymentFacts(facts.payments)]
  if (subject === "billing") return billingFacts(facts.billing, moment)
  return works
}

const workingTexts: Record<StatusSubject, string> = {
  signIn: "Customers can log in.",
  emails: "Emails go out without delay.",
  payments: "Payments go through.",
  accountData: "The account system responds.",
  billing: "",
  documents: "Customers can open their documents.",
  website: "The servers keep up.",
}

function paymentFacts(facts: StatusReply["facts"]["payments"]): string[] {
  const { undecided, notPosted, contradicted, accepted, declined, reasons } = facts
  const why = reasons.map(
    ({ reason, count }) => `${reason.replaceAll("_", " ") || "other"} ${count}`,
  )
  return [
    ...(undecided > 0 ? [`${payments(undecided)} without a result yet.`] : []),
    ...(notPosted > 0 ? [`${payments(notPosted)} accepted, but not in the account yet.`] : []),
    ...(contradicted > 0 ? [`${payments(contradicted)} whose bill is shown as open.`] : []),
    ...(accepted + declined > 0
      ? [`The newest payments: ${accepted} accepted, ${declined} declined.`]
      : []),
    ...(why.length > 0 ? [`Declined because of: ${why.join(", ")}.`] : []),
  ]
}

function billingFacts(
  { running, doneSince, late }: StatusReply["facts"]["billing"],
  moment: (iso: string) => string,
): ReactNode[] {
  return [
    ...(late.length > 0 ? [kept`Not billed in time: ${listed(late)}.`] : []),
    ...(doneSince && late.length === 0
      ? [kept`The last run of every client finished at ${moment(doneSince)} or later.`]
      : []),
    ...(running > 0
      ? [running === 1 ? "One run is in progress." : `${running} runs are in progress.`]
      : []),
    ...(!doneSince && running === 0 ? ["No billing run has finished yet."] : []),
  ]
}
