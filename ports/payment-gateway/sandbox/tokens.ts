import { z } from "zod"
import type { Clock } from "#platform/clock.ts"
import { dayAt } from "#platform/time-zone.ts"
import { documentedBankName, documentedNumber, documentedRoutingNumber } from "./numbers.ts"
import type { MethodRow } from "./rows.ts"

const holder = z.string().trim().min(1).max(100)
const address = z.object({
  lines: z.array(z.string().max(100)).min(1).max(3),
  city: z.string().max(100),
  state: z.string().max(2),
  zip: z.string().max(10),
})

/**
 * The earliest current month anywhere on Earth. A card is valid through the end of its month, and
 * the gateway cannot determine its time zone.
 */
export function cardMonth(clock: Clock): Temporal.PlainYearMonth {
  return dayAt(clock.now(), "Etc/GMT+12").toPlainYearMonth()
}

/** The shape of the browser's request for a token. */
export const intake = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("card"),
    number: z.string().regex(/^\d{12,19}$/),
    /** MM/YYYY */
    expiration: z.string().regex(/^(0[1-9]|1[0-2])\/\d{4}$/),
    cvc: z.string().regex(/^\d{3,4}$/),
    holder,
    address,
  }),
  z.object({
    kind: z.literal("bank"),
    routing: z.string().regex(/^\d{9}$/),
    account: z.string().regex(/^\d{4,17}$/),
    type: z.enum(["checking", "savings"]),
    holder,
    address,
  }),
])
export type Intake = z.output<typeof intake>

/** The method of a token. Without `owner`, anyone who has the token may save it. */
export type IssuedMethod = Omit<MethodRow, "reference"> & { owner?: string }

/**
 * The method to save, without the number: only its last four digits are stored. Returns the name of
 * the problem if the input is invalid.
 */
export function methodOf(given: Intake, clock: Clock): Omit<MethodRow, "reference"> | string {
  const number = given.kind === "card" ? given.number : given.account
  const documented = documentedNumber(given.kind, number)
  if (!documented) return `${given.kind === "card" ? "number" : "account"}_not_documented`
  const common = {
    kind: given.kind,
    cardType: documented.cardType,
    lastFour: number.slice(-4),
    name: documented.name,
    holderName: given.holder,
  }
  if (given.kind === "card") {
    const [month = "", year = ""] = given.expiration.split("/")
    const last = Temporal.PlainYearMonth.from(`${year}-${month}`)
    if (Temporal.PlainYearMonth.compare(last, cardMonth(clock)) < 0) return "expired_card"
    return { ...common, expirationDate: given.expiration, institution: "", maskedRoutingNumber: "" }
  }
  if (given.routing !== documentedRoutingNumber) return "routing_not_documented"
  return {
    ...common,
    expirationDate: "",
    institution: documentedBankName,
    maskedRoutingNumber: `*****${given.routing.slice(-4)}`,
  }
}

/** Whether a card of this month, MM/YYYY, has expired everywhere on Earth. */
export function hasExpired(expirationDate: string, clock: Clock): boolean {
  const [month, year] = expirationDate.split("/").map(Number)
  const last = Temporal.PlainYearMonth.from({ month: month ?? 0, year: year ?? 0 })
  return Temporal.PlainYearMonth.compare(last, cardMonth(clock)) < 0
}
