import {
  type Charge,
  type DeclineReason,
  type KeptMethod,
  type RefusedFor,
  reasonClasses,
} from "../port.ts"

/**
 * What happens to a charge that is not simply accepted:
 * - a reason: it is declined
 * - `refused`: the card or account cannot be saved
 * - `away`: the first try is refused before anything is charged
 * - `silent`: the first try gets no answer, and charges nothing
 * - `charged-silent`: the first try charges and gets no answer
 * - `unclear`: charges, gets no answer, and the result is unknown for a minute
 * - `slow`: charges, and answers the first try after 30 seconds
 * - `twice`: answers twice, and reports everything twice
 * - `dies`: charges, and the process ends before it answers
 * - `refused-…`: the gateway refuses the charge for good, for this reason
 * - `verify`: the account can be charged after two deposits were confirmed on a page
 * - `authenticate`: the customer must confirm each payment and the saving of the card
 * - `authenticate-once`: the customer must confirm the saving of the card
 */
export type Outcome =
  | "taken"
  | DeclineReason
  | "refused"
  | `refused-${RefusedFor}`
  | "away"
  | "silent"
  | "charged-silent"
  | "unclear"
  | "slow"
  | "twice"
  | "dies"
  | "verify"
  | "authenticate"
  | "authenticate-once"

/**
 * Later states of a charge, in days of 24 hours after it was made. `suspected`: its card network
 * suspects fraud.
 */
export interface Step {
  afterDays: number
  status: LaterStatus | "suspected"
  reason: DeclineReason | ""
}
/** Later states of a charged bank account, in days after the charge. */
export interface MethodStep {
  afterDays: number
  /** Why it is not charged any more; "" when it is charged again. */
  blocked?: DeclineReason | ""
  isAuthorizationGone?: boolean
}
export type LaterStatus = Exclude<Charge["status"], "accepted" | "pending" | "declined">

export interface DocumentedNumber {
  kind: "card" | "bank"
  number: string
  cardType: KeptMethod["cardType"]
  /** The name used in references such as `sample.<name>.…`. */
  name: string
  outcome: Outcome
  steps: readonly Step[]
  methodSteps: readonly MethodStep[]
  /** The line about the number in docs/sandbox.md. */
  explained: string
}

const settledNextDay: Step[] = [{ afterDays: 1, status: "settled", reason: "" }]
const settledInThree: Step[] = [{ afterDays: 3, status: "settled", reason: "" }]

/** The only numbers that the sandbox accepts: it refuses real ones and stores them nowhere. */
export const documentedNumbers: readonly DocumentedNumber[] = [
  card("4242424242424242", "VS", "visa", "taken", "charged"),
  card("5555555555554444", "MC", "mastercard", "taken", "charged"),
  card("6011111111111117", "DS", "discover", "taken", "charged"),
  card("378282246310005", "AM", "amex", "taken", "charged"),
  card("4000000000000341", "VS", "declined", "other", "declined without a reason"),
  card("4000000000009995", "VS", "poor", "insufficient_funds", "declined: insufficient funds"),
  card("4000000000000069", "VS", "expired", "expired_card", "declined: expired"),
  card("4000000000000127", "VS", "code", "incorrect_cvc", "declined: wrong security code"),
  card("4000000000009987", "VS", "lost", "lost_or_stolen", "declined: lost or stolen"),
  card("4000000000000002", "VS", "refused", "refused", "cannot be added"),
  card(
    "4000000001001074",
    "VS",
    "refused-account",
    "refused-account",
    "refused: our account may not",
  ),
  card("4000000001001082", "VS", "refused-unknown", "refused-unknown", "refused: unknown reason"),
  card("4000000000005423", "VS", "suspected", "taken", "charged; fraud is suspected after a day", [
    ...settledNextDay,
    { afterDays: 1, status: "suspected", reason: "" },
  ]),
  card("4000000001000076", "VS", "away", "away", "first try refused, nothing charged"),
  card("4000000001000019", "VS", "silent", "silent", "no answer, nothing charged"),
  card("4000000001000027", "VS", "hushed", "charged-silent", "charged, no answer"),
  card("4000000001000068", "VS", "unclear", "unclear", "result unknown for a minute"),
  card("4000000001000035", "VS", "slow", "slow", "answer takes 30 seconds"),
  card("4000000001000043", "VS", "twice", "twice", "answers and reports come twice"),
  card("4000000001000050", "VS", "dies", "dies", "charged; the gateway dies"),
  card("4000000001000084", "VS", "disputed", "taken", "settles, is returned", [
    ...settledNextDay,
    { afterDays: 5, status: "returned", reason: "not_authorized" },
  ]),
  card("4000000001001009", "VS", "refunded", "taken", "settles, is refunded", [
    ...settledNextDay,
    { afterDays: 2, status: "refunded", reason: "" },
  ]),
  card("4000000001001017", "VS", "partly", "taken", "settles; $1.00 is refunded twice", [
    ...settledNextDay,
    { afterDays: 2, status: "partlyRefunded", reason: "" },
    { afterDays: 3, status: "partlyRefunded", reason: "" },
  ]),
  card("4000000001001025", "VS", "inquiry", "taken", "settles; the bank asks about it", [
    ...settledNextDay,
    { afterDays: 2, status: "inquiry", reason: "" },
  ]),
  card("4000000001001033", "VS", "dispute-won", "taken", "settles; dispute won", [
    ...settledNextDay,
    { afterDays: 2, status: "disputed", reason: "" },
    { afterDays: 9, status: "disputeWon", reason: "" },
  ]),
  card("4000000001001041", "VS", "dispute-lost", "taken", "settles; dispute lost", [
    ...settledNextDay,
    { afterDays: 2, status: "inquiry", reason: "" },
    { afterDays: 4, status: "disputed", reason: "" },
    { afterDays: 9, status: "disputeLost", reason: "not_authorized" },
  ]),
  card("4000000000005126", "VS", "refund-fails", "taken", "a refund fails a day later"),
  card("4000000000007726", "VS", "refund-slow", "taken", "a refund takes a day"),
  card("4000000001001058", "VS", "refund-hushed", "taken", "a refund is made, no answer"),
  card(
    "4000002760003184",
    "VS",
    "authenticate",
    "authenticate",
    "to be confirmed when added and for each payment; auto pay is declined",
  ),
  card(
    "4000002500003155",
    "VS",
    "authenticate-once",
    "authenticate-once",
    "to be confirmed when added; charged",
  ),
  card(
    "4000000001001066",
    "VS",
    "renewed",
    "taken",
    "renewed a day after it was added: another number, four more years",
  ),
  bank("000123456789", "bank", "taken", "settles after 3 days"),
  bank("000222222227", "bank-poor", "taken", "returned after 2 days: insufficient funds", [
    { afterDays: 2, status: "returned", reason: "insufficient_funds" },
  ]),
  bank("000111111113", "bank-closed", "taken", "returned after 2 days: account closed", [
    { afterDays: 2, status: "returned", reason: "account_closed" },
  ]),
  bank(
    "000333333335",
    "bank-unauthorized",
    "taken",
    "returned after 2 days: not authorized; blocked",
    [{ afterDays: 2, status: "returned", reason: "not_authorized" }],
    [{ afterDays: 2, blocked: "not_authorized" }],
  ),
  bank(
    "000111111116",
    "bank-blocked",
    "taken",
    "returned after 2 days: no account; blocked until day 9",
    [{ afterDays: 2, status: "returned", reason: "account_unusable" }],
    [
      { afterDays: 2, blocked: "account_unusable" },
      { afterDays: 9, blocked: "" },
    ],
  ),
  bank(
    "000555555559",
    "bank-revoked",
    "taken",
    "settles after 3 days; dispute lost after 10, to be authorized again",
    [
      ...settledInThree,
      { afterDays: 10, status: "disputed", reason: "" },
      { afterDays: 10, status: "disputeLost", reason: "not_authorized" },
    ],
    [{ afterDays: 10, isAuthorizationGone: true }],
  ),
  bank("000777777771", "bank-limit", "refused-amount", "refused: above a limit"),
  bank(
    "000100000001",
    "bank-late",
    "taken",
    "settles after 3 days, returned after 6; to be authorized again",
    [...settledInThree, { afterDays: 6, status: "returned", reason: "insufficient_funds" }],
    [{ afterDays: 6, isAuthorizationGone: true }],
  ),
  bank("000100000002", "bank-disputed", "taken", "settles after 3 days, returned after 10", [
    ...settledInThree,
    { afterDays: 10, status: "returned", reason: "not_authorized" },
  ]),
  bank("000100000003", "bank-declined", "account_closed", "declined at once: account closed"),
  bank("000100000004", "bank-refused", "refused", "cannot be added"),
  bank(
    "000100000005",
    "bank-verify",
    "verify",
    "to be verified by two deposits; settles after 3 days",
  ),
  bank("000100000006", "bank-hushed", "charged-silent", "pending, no answer"),
  bank("000100000007", "bank-refused-method", "refused-method", "refused: this account"),
]

/** The routing number of the sandbox's only bank. */
export const documentedRoutingNumber = "110000000"
export const documentedBankName = "Sandbox Bank"

export function documentedNumber(kind: "card" | "bank", number: string) {
  return documentedNumbers.find((one) => one.kind === kind && one.number === number)
}

export function documentedName(name: string) {
  return documentedNumbers.find((one) => one.name === name)
}

/** Whether a charge without an answer took the money. */
export function isTaken(outcome: Outcome): boolean {
  const isRefused = outcome === "refused" || refusedFor(outcome) !== undefined
  return !isReason(outcome) && !isRefused && outcome !== "authenticate"
}

/** Why the gateway refuses each charge of a number for good; undefined if it does not. */
export function refusedFor(outcome: Outcome): RefusedFor | undefined {
  return outcome.startsWith("refused-") ? (outcome.slice(8) as RefusedFor) : undefined
}

function isReason(outcome: Outcome): outcome is DeclineReason {
  return Object.hasOwn(reasonClasses, outcome)
}

function card(
  number: string,
  cardType: KeptMethod["cardType"],
  name: string,
  outcome: Outcome,
  explained: string,
  steps: readonly Step[] = settledNextDay,
): DocumentedNumber {
  return { kind: "card", number, cardType, name, outcome, steps, methodSteps: [], explained }
}

function bank(
  number: string,
  name: string,
  outcome: Outcome,
  explained: string,
  steps: readonly Step[] = settledInThree,
  methodSteps: readonly MethodStep[] = [],
): DocumentedNumber {
  return { kind: "bank", number, cardType: "", name, outcome, steps, methodSteps, explained }
}
