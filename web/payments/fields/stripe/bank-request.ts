import { type BankEntry, type GatewayInBrowser, GatewayUnreachable } from "../contract.ts"
import { billingDetails, type GivenError, refusalOf } from "./answers.ts"

/** After this many milliseconds, an answer counts as lost. */
export const patienceMs = 30_000

/** Stripe's parameters of a typed bank account. */
export function bankMethod({ routing, account, type, ...billing }: BankEntry) {
  return {
    type: "us_bank_account",
    us_bank_account: {
      routing_number: digitsOf(routing),
      account_number: digitsOf(account),
      account_type: type,
      account_holder_type: "individual",
    },
    billing_details: billingDetails(billing),
  } as const
}

function digitsOf(typed: string): string {
  return typed.replace(/[\s-]/g, "")
}

/**
 * Exchanges typed account numbers for a token without Stripe's script.
 *
 * Errors: `EntryRefused`, `GatewayUnreachable`.
 */
export async function requestBankToken(gateway: GatewayInBrowser, entry: BankEntry) {
  const { address, publishableKey } = gateway
  const { isOk, content } = await post(
    `${address}/v1/payment_methods`,
    new URLSearchParams(flat(bankMethod(entry))),
    publishableKey,
  )
  const { id, error } = content as { id?: string; error?: GivenError }
  if (isOk && id !== undefined) return id
  throw refusalOf(error ?? { type: "api_error" })
}

/** Nested parameters in the form of Stripe's API, such as ["a[b]", "1"]. */
function flat(values: object, outer = ""): [string, string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const path = outer === "" ? name : `${outer}[${name}]`
    return typeof value === "object" ? flat(value as object, path) : [[path, String(value)]]
  })
}

async function post(address: string, body: URLSearchParams, bearer: string) {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}` },
      body,
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: AbortSignal.timeout(patienceMs),
    })
    const content: unknown = await response.json()
    if (response.status >= 500 || response.status === 429) throw new Error(String(response.status))
    return { isOk: response.ok, content }
  } catch (cause) {
    throw new GatewayUnreachable("answer", { cause })
  }
}
