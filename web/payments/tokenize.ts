import type { ReplyOf } from "#contracts/endpoint.ts"
import type { Endpoints } from "#contracts/endpoints.ts"

/** The reply of GET /myaccount-core/paymentGateway. */
export type GatewayInBrowser = ReplyOf<Endpoints["GET /myaccount-core/paymentGateway"]>

export interface BillingAddress {
  /** One to three lines. */
  lines: string[]
  city: string
  /** The two-letter code. */
  state: string
  zip: string
}

export interface CardEntry {
  /** The digits; spaces and dashes are removed. */
  number: string
  /** MM/YYYY */
  expiration: string
  cvc: string
  holder: string
  address: BillingAddress
}

export interface BankEntry {
  routing: string
  account: string
  type: "checking" | "savings"
  holder: string
  address: BillingAddress
}

export type RefusedField = "number" | "expiration" | "cvc" | "routing" | "account" | "holder"

/** The gateway rejected the data; `field` is set if it named one. */
export class EntryRefused extends Error {
  override name = "EntryRefused"
  field: RefusedField | undefined
  constructor(field: RefusedField | undefined) {
    super(`The gateway refused the ${field ?? "entry"}.`)
    this.field = field
  }
}

/** The gateway did not reply or is unavailable. The same data can be sent again. */
export class GatewayUnreachable extends Error {
  override name = "GatewayUnreachable"
}

/** After this many milliseconds, a reply counts as lost. */
const patienceMs = 30_000

/**
 * Exchanges a card for a token at the gateway, valid once and for a few minutes. The page sends the
 * number only to the gateway.
 *
 * Errors: `EntryRefused`, `GatewayUnreachable`.
 */
export async function tokenizeCard(gateway: GatewayInBrowser, entry: CardEntry): Promise<string> {
  const card = { ...entry, number: digitsOf(entry.number) }
  switch (gateway.kind) {
    case "sandbox":
      return await sandboxToken(gateway, { kind: "card", ...card })
    case "stripe":
      return await stripeToken(gateway, { type: "card", ...stripeCard(card) }, card)
    default:
      throw new Error(gateway.kind satisfies never)
  }
}

/** Exchanges a bank account for a token, in the same way. */
export async function tokenizeBank(gateway: GatewayInBrowser, entry: BankEntry): Promise<string> {
  const bank = { ...entry, routing: digitsOf(entry.routing), account: digitsOf(entry.account) }
  switch (gateway.kind) {
    case "sandbox":
      return await sandboxToken(gateway, { kind: "bank", ...bank })
    case "stripe":
      return await stripeToken(gateway, { type: "us_bank_account", ...stripeBank(bank) }, bank)
    default:
      throw new Error(gateway.kind satisfies never)
  }
}

function digitsOf(typed: string): string {
  return typed.replace(/[\s-]/g, "")
}

async function sandboxToken({ address }: GatewayInBrowser, body: object): Promise<string> {
  const { ok, content } = await send(`${address}/tokens`, "application/json", JSON.stringify(body))
  const { token, reason = "" } = content as { token?: string; reason?: string }
  if (ok && token !== undefined) return token
  throw new EntryRefused(sandboxFields[reason] ?? fieldNamed(reason.replace("_invalid", "")))
}

const sandboxFields: Record<string, RefusedField> = {
  number_not_documented: "number",
  account_not_documented: "account",
  routing_not_documented: "routing",
  expired_card: "expiration",
}

function stripeCard({ number, expiration, cvc }: CardEntry): Record<string, string> {
  const [month = "", year = ""] = expiration.split("/")
  return {
    "card[number]": number,
    "card[exp_month]": month,
    "card[exp_year]": year,
    "card[cvc]": cvc,
  }
}

function stripeBank({ routing, account, type }: BankEntry): Record<string, string> {
  return {
    "us_bank_account[routing_number]": routing,
    "us_bank_account[account_number]": account,
    "us_bank_account[account_type]": type,
    "us_bank_account[account_holder_type]": "individual",
  }
}

async function stripeToken(
  { address, publishableKey }: GatewayInBrowser,
  method: Record<string, string>,
  { holder, address: { lines, city, state, zip } }: CardEntry | BankEntry,
): Promise<string> {
  const [line1 = "", ...rest] = lines
  const body = new URLSearchParams({
    ...method,
    "billing_details[name]": holder,
    "billing_details[address][line1]": line1,
    "billing_details[address][line2]": rest.filter(Boolean).join(", "),
    "billing_details[address][city]": city,
    "billing_details[address][state]": state,
    "billing_details[address][postal_code]": zip,
    "billing_details[address][country]": "US",
  })
  for (const [name, value] of [...body]) if (value === "") body.delete(name)
  const type = "application/x-www-form-urlencoded"
  const { ok, content } = await send(
    `${address}/v1/payment_methods`,
    type,
    body.toString(),
    publishableKey,
  )
  const { id, error } = content as { id?: string; error?: { param?: string; type?: string } }
  if (ok && id !== undefined) return id
  const isOurFault = error?.type !== "card_error" && error?.param === undefined
  if (isOurFault) throw new GatewayUnreachable("The gateway takes no entries from this page.")
  throw new EntryRefused(fieldNamed(error?.param ?? ""))
}

/** The form's field for a parameter that the gateway named. */
function fieldNamed(parameter: string): RefusedField | undefined {
  const fields: RefusedField[] = ["routing", "account", "cvc", "number", "holder"]
  if (/exp/.test(parameter)) return "expiration"
  const inner = /\[(\w+)\]$/.exec(parameter)?.[1] ?? parameter
  return fields.find((field) => inner.startsWith(field))
}

async function send(
  address: string,
  type: string,
  body: string,
  bearer?: string,
): Promise<{ ok: boolean; content: unknown }> {
  const headers: Record<string, string> = { "content-type": type }
  if (bearer) headers.authorization = `Bearer ${bearer}`
  try {
    const response = await fetch(address, {
      method: "POST",
      headers,
      body,
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: AbortSignal.timeout(patienceMs),
    })
    const content: unknown = await response.json()
    if (response.status >= 500 || response.status === 429) throw new Error(String(response.status))
    return { ok: response.ok, content }
  } catch (cause) {
    throw new GatewayUnreachable("The gateway did not answer.", { cause })
  }
}
