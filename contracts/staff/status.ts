import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { messageList } from "../shapes.ts"

/** The parts that customers notice, in the order of the page; only operators look into `website`. */
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
 * What is wrong. `logInOff`, `paymentsPaused`: the account system is away, so Log In is off on every login
 * page, and no payment is taken. `declines`: more
 * payments are declined than accepted. `partsRefused`: browsers refuse parts of pages.
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
  /** `unknown`: the server has not looked yet. */
  state: z.enum(["works", "trouble", "down", "unknown"]),
  /** The worst trouble; null if it works or is unknown. */
  trouble: z.enum(troubles).nullable(),
  /** An ISO moment: since when; "" if not known. */
  since: z.string(),
  /** Customers of the staff member's clients whom it concerns; null where it is not counted. */
  customers: z.int().nullable(),
})
export type StatusItem = z.output<typeof item>

const reply = z.object({
  /** An ISO moment. */
  asOf: z.string(),
  items: z.array(item),
  /** A sentence for each planned window of an account system now, until when it is away. */
  planned: z.array(z.string()),
  /** Of the clients that the staff member serves. */
  facts: z.object({
    /** Not sent yet; null unless the staff member serves every client, because emails have none. */
    emailsWaiting: z.int().nullable(),
    payments: z.object({
      /** Without a result. */
      undecided: z.int(),
      /** Accepted, and not in the account system yet. */
      notPosted: z.int(),
      /** Accepted and posted, and their bills are open in the account system. */
      contradicted: z.int(),
      /** Of the payments of the last half hour; of each client at most the newest 300. */
      accepted: z.int(),
      declined: z.int(),
      /** The most frequent reasons. */
      reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
    }),
    billing: z.object({
      /** Clients whose run has begun and is not done. */
      running: z.int(),
      /** Every client was billed at this ISO moment or later; "" if none was ever billed. */
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
