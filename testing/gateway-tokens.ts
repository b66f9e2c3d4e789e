import assert from "node:assert/strict"
import { documentedNumber } from "#ports/payment-gateway/sandbox/numbers.ts"
import type { SandboxGateway } from "#ports/payment-gateway/sandbox/server.ts"

const address = { lines: ["48 Lighthouse Road"], city: "South Portland", state: "ME", zip: "04106" }

/** The sandbox's token for a card, as a page requests it; `number` is a documented test number. */
export async function cardToken(
  gateway: Pick<SandboxGateway, "address">,
  number: string,
  expiration = "08/2031",
): Promise<string> {
  const holder = "Maria Santos"
  return await tokenOf(gateway, { kind: "card", number, expiration, cvc: "917", holder, address })
}

/** The sandbox's token for a bank account. */
export async function bankToken(
  gateway: Pick<SandboxGateway, "address">,
  account = "000123456789",
): Promise<string> {
  const bank = { kind: "bank", routing: "110000000", account, type: "checking" }
  return await tokenOf(gateway, { ...bank, holder: "Maria Santos", address })
}

/** The sandbox's token for an account that a customer chooses at their bank. */
export async function chosenBankToken(
  gateway: Pick<SandboxGateway, "address">,
  session: string,
  account = "000123456789",
): Promise<string> {
  const name = documentedNumber("bank", account)?.name
  const address = `${gateway.address}/banks/${session}/${name}`
  const response = await fetch(address, { method: "POST" })
  const { token } = (await response.json()) as { token?: string }
  assert.ok(token, `The sandbox answered ${response.status}.`)
  return token
}

async function tokenOf(gateway: Pick<SandboxGateway, "address">, entry: object): Promise<string> {
  const response = await fetch(`${gateway.address}/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(entry),
  })
  const { token } = (await response.json()) as { token?: string }
  assert.ok(token, `The sandbox answered ${response.status}.`)
  return token
}
