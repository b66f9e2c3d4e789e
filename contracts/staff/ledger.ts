import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { plainDate, readInstant } from "../outside-dates.ts"
import { client, messageList, money, shownDate } from "../shapes.ts"

const sums = {
  payments: money,
  refunds: money,
  /** Returned payments and lost disputes. */
  takenBack: money,
  /** Payments, less refunds, returns and lost disputes. */
  net: money,
  /** Charges that reached the payment gateway, and its fees. */
  settled: money,
  fees: money,
}
export type LedgerSums = Record<keyof typeof sums, string>

const reply = z.object({
  clientName: z.string(),
  /** When the payment gateway's data were last compared with our payments; "" if never. */
  comparedOn: shownDate,
  days: z.array(z.object({ day: shownDate, ...sums })),
  products: z.array(
    z.object({ product: z.string(), method: z.enum(["card", "bank"]), count: z.int(), ...sums }),
  ),
  totals: z.object(sums),
  unsettled: z.array(z.object({ method: z.enum(["card", "bank"]), count: z.int(), amount: money })),
  unsettledAtStart: money,
  /** Returns and lost disputes of the period whose charges did not reach the gateway. */
  takenBackUnsettled: money,
  /**
   * Charges that reached the gateway in the period and were not accepted then, less those accepted
   * since.
   */
  notAccepted: money,
  /** Refunds, returns and disputes in the payment gateway's transactions. */
  givenBack: money,
  /** This client's part of each payout. */
  payouts: z.array(
    z.object({
      reference: z.string(),
      arrivesOn: shownDate,
      status: z.enum(["pending", "paid", "failed"]),
      charges: money,
      takenBack: money,
      fees: money,
      net: money,
    }),
  ),
  notPaidOutAtStart: money,
  notPaidOut: money,
  /** Credits given by staff. They lower what is owed; no money moves. */
  credits: z.object({ count: z.int(), amount: money }),
  writeOffs: z.object({ count: z.int(), amount: money }),
  /** Reversals of credits and write-offs. */
  reversals: z.object({ count: z.int(), amount: money }),
  /**
   * Announced charges of auto pay whose customers were not notified, because they have no email
   * address.
   */
  untoldCharges: z.int(),
  differences: z.array(
    z.object({
      kind: z.string(),
      subject: z.string(),
      reference: z.string(),
      /** The class of a refusal and the gateway's code, such as "method: bank_account_unverified"; otherwise "". */
      detail: z.string(),
      day: shownDate,
      /** "" if the difference is not about money. */
      ours: z.union([money, z.literal("")]),
      theirs: z.union([money, z.literal("")]),
      isResolved: z.boolean(),
    }),
  ),
  /** The whole ledger as files. */
  csv: z.string(),
  json: z.string(),
  messages: messageList,
})
export type LedgerReply = z.output<typeof reply>

export const staffLedger = {
  "GET /myaccount-core/agent/ledger/clients": endpoint({
    summary: "The clients whose ledger this staff member may read",
    role: "staff:money",
    reply: z.object({
      clients: z.array(z.object({ client, clientName: z.string(), today: plainDate })),
      messages: messageList,
    }),
    errors: [],
  }),
  "GET /myaccount-core/agent/ledger": endpoint({
    summary: "The ledger of a client for at most 366 of its days",
    role: "staff:money",
    query: z.object({ client, from: plainDate, to: plainDate }),
    reply,
    errors: ["request.notFound", "ledger.period", "accountSystem.away"],
    rateLimit: { calls: 120, minutes: 10 },
  }),
  "GET /myaccount-core/agent/ledger/payments": endpoint({
    summary: "Some lines of the list of payments of a client as CSV, for at most 366 of its days",
    role: "staff:money",
    query: z.object({
      client,
      from: plainDate,
      to: plainDate,
      /** `next` from the previous lines; undefined for the first lines. */
      after: z
        .string()
        .regex(/^[^/]{24}\/[0-9a-f-]{36}\/\d{1,9}$/)
        .refine((text) => readInstant(text.split("/")[0] ?? "") !== undefined)
        .refine((text) => z.guid().safeParse(text.split("/")[1]).success)
        .optional(),
    }),
    reply: z.object({
      csv: z.string(),
      /** Where the next lines start; "" if these are the last. */
      next: z.string(),
      messages: messageList,
    }),
    errors: ["request.notFound", "ledger.period", "accountSystem.away"],
    rateLimit: { calls: 1_200, minutes: 10 },
  }),
}
