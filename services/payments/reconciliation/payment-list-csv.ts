import { decimalOf } from "#contracts/money.ts"
import { csvRow } from "#platform/text/csv.ts"
import { dayAt } from "#platform/time-zone.ts"
import type { Deps } from "#services/deps.ts"
import { daysOf } from "./ledger.ts"
import { findListedMoney, type ListedMoney, type ListPlace } from "./payment-list.store.ts"

const head = [
  ...["Date", "Type", "Account number", "First name", "Last name", "Plan number", "Product"],
  ...["Method", "Amount", "Confirmation number", "Posted", "Settled", "Payout"],
]

const types: Record<ListedMoney["kind"], string> = {
  payments: "payment",
  refunds: "refund",
  returns: "return",
  disputesLost: "dispute lost",
}

/** Number of rows per page. Each row needs a call to the account system for one person. */
const paymentPageSize = 500
/** Number of concurrent calls to the account system. */
const together = 10

type ListSources = Pick<Deps, "database" | "policyAdmin" | "brands">

/**
 * Some lines of the list as CSV, and the place where the next page starts; undefined after the
 * last.
 */
export interface PaymentPage {
  csv: string
  last: ListPlace | undefined
}

/**
 * A page of the payments of a client as CSV (RFC 4180): one line for each payment, refund, return
 * and lost dispute. Days are the client's. Amounts are dollars; outgoing money is negative, so that
 * the lines add up to the ledger's net sum for these days. The first page has the headers.
 *
 * Errors: `AccountSystemAway`.
 */
export async function paymentPage(
  { database, policyAdmin, brands }: ListSources,
  { client, from, to }: { client: string; from: string; to: string },
  after: ListPlace | undefined,
  pageSize = paymentPageSize,
): Promise<PaymentPage> {
  const days = daysOf({ client, from, to }, await brands.timeZoneOf(client))
  const rows = await findListedMoney(database, days, after, pageSize)
  const names = new Map<string, { firstName: string; lastName: string }>()
  const accounts = [...new Set(rows.map(({ accountNumber }) => accountNumber))]
  for (let start = 0; start < accounts.length; start += together) {
    const some = accounts.slice(start, start + together)
    const people = await Promise.all(some.map((number) => policyAdmin.person(client, number)))
    for (const person of people) if (person) names.set(person.accountNumber, person)
  }
  const dayOf = (at: Date | null) => (at === null ? "" : dayAt(at, days.timeZone).toString())
  const lines = rows.map((row) => {
    const { firstName = "", lastName = "" } = names.get(row.accountNumber) ?? {}
    const amount = row.kind === "payments" ? row.amount : -row.amount
    return [
      ...[dayOf(row.at), types[row.kind], row.accountNumber, firstName, lastName],
      ...[row.policyNumber, row.product, row.method, decimalOf(amount)],
      ...[row.confirmationNumber ?? "", dayOf(row.postedAt), dayOf(row.settledAt), row.payout],
    ]
  })
  return {
    csv: [...(after ? [] : [head]), ...lines].map(csvRow).join(""),
    last: rows.length < pageSize ? undefined : rows.at(-1),
  }
}

/** Yields all pages in order. Errors: `AccountSystemAway`. */
export async function* paymentPages(
  deps: ListSources,
  asked: Parameters<typeof paymentPage>[1],
  pageSize?: number,
): AsyncGenerator<string> {
  let after: ListPlace | undefined
  do {
    const page: PaymentPage = await paymentPage(deps, asked, after, pageSize)
    yield page.csv
    after = page.last
  } while (after)
}

/** Encodes a place as text that a browser sends back. */
export function placeText({ at, paymentId, number }: ListPlace): string {
  return [at.toISOString(), paymentId, number].join("/")
}

/** Decodes a place from such text, which the contract has validated. */
export function placeOf(text: string): ListPlace {
  const [at = "", paymentId = "", number = ""] = text.split("/")
  return { at: new Date(at), paymentId, number: Number(number) }
}
