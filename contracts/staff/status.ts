import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { messageList } from "../shapes.ts"

/**
 * The parts that customers notice, in the order of the page. Only operators look into `website`.
 */
const subjects = [
  "signIn",
  "emails",
  "payments",
  "accountData",
  "billing",
  "documents",
  "website",
] as const
export type StatusSubject = (typeof subjects)[number]

/**
 * The problems. `logInOff`, `paymentsPaused`: the account system is unavailable, so Log In is
 * disabled on every login page, and payments are not accepted. `declines`: more payments are
 * declined than accepted. `partsRefused`: browsers refuse parts of pages.
 */
const troubles = [
  "logInOff",
  "signInsFail",
  "codesLate",
  "codesNotEntered",
  "emailsWait",
  "gatewayAway",
  "paymentsPaused",
  "paymentsUndecided",
  "paymentsNotPosted",
  "paidBillsOpen",
  "declines",
  "accountSystemAway",
  "accountSystemSlow",
  "billingLate",
  "documentsAway",
  "databaseBusy",
  "jobStuck",
  "limitsHit",
  "partsRefused",
] as const
export type StatusTrouble = (typeof troubles)[number]

const item = z.object({
  subject: z.enum(subjects),
  /** `unknown`: the server has not checked yet. */
  state: z.enum(["works", "trouble", "down", "unknown"]),
  /** The worst problem; null if it works or is unknown. */
  trouble: z.enum(troubles).nullable(),
  /** When the problem started, as an instant in ISO format; "" if unknown. */
  since: z.string(),
  /**
   * The number of affected customers of the staff member's clients; null if they are not counted.
   */
  customers: z.int().nullable(),
})
export type StatusItem = z.output<typeof item>

const reply = z.object({
  /** An instant in ISO format. */
  asOf: z.string(),
  items: z.array(item),
  /**
   * A sentence for each planned window in effect now, with the time when the account system is
   * available again.
   */
  planned: z.array(z.string()),
  /** Numbers about the clients that the staff member serves. */
  facts: z.object({
    /**
     * Unsent emails; null unless the staff member serves every client, because emails do not belong
     * to a client.
     */
    emailsWaiting: z.int().nullable(),
    payments: z.object({
      /** Payments without a result. */
      undecided: z.int(),
      /** Accepted payments that are not in the account system yet. */
      notPosted: z.int(),
      /** Accepted and posted payments whose bills are still open in the account system. */
      contradicted: z.int(),
      /**
       * Accepted among the payments of the last half hour, with at most the newest 300 of each
       * client.
       */
      accepted: z.int(),
      declined: z.int(),
      /** The most frequent reasons. */
      reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
    }),
    billing: z.object({
      /** Clients whose run has started and is not finished. */
      running: z.int(),
      /**
       * Every client has been billed since this instant in ISO format; "" if none was ever billed.
       */
      doneSince: z.string(),
      /** The names of clients whose run is late. */
      late: z.array(z.string()),
    }),
  }),
  messages: messageList,
})
export type StatusReply = z.output<typeof reply>

export const staffStatus = {
  "GET /myaccount-core/agent/status": endpoint({
    summary: "What works and what does not, for the clients that this staff member serves",
    role: "staff:look",
    reply,
    errors: [],
    rateLimit: { calls: 300, minutes: 10 },
  }),
}
