import { requestBankToken } from "#web/payments/fields/stripe/bank-request.ts"
import type { GatewayInBrowser } from "../port.ts"
import { elementsHeader } from "./surface.mock.ts"

const sampleHolder = {
  holder: "Maria Santos",
  address: { lines: ["1 Harbor Street"], city: "Chicago", state: "IL", zip: "60601" },
}

/** The mock's token for a card, as Stripe's own frames request it. */
export async function frameToken(
  { address, publishableKey }: GatewayInBrowser,
  number = "4242424242424242",
): Promise<string> {
  const response = await fetch(`${address}/v1/payment_methods`, {
    method: "POST",
    headers: { authorization: `Bearer ${publishableKey}`, ...elementsHeader },
    body: new URLSearchParams({
      ...{ type: "card", "card[number]": number, "card[cvc]": "123" },
      ...{ "card[exp_month]": "08", "card[exp_year]": "2031" },
      "billing_details[name]": sampleHolder.holder,
    }),
  })
  const { id } = (await response.json()) as { id?: string }
  if (id === undefined) throw new Error(`The mock answered ${response.status}.`)
  return id
}

/** The token for typed account numbers, which a page requests by itself. */
export async function typedToken(gateway: GatewayInBrowser, account: string): Promise<string> {
  const typed = { routing: "110000000", account, type: "savings" } as const
  return await requestBankToken(gateway, { ...typed, ...sampleHolder })
}
