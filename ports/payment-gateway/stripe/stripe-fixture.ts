import assert from "node:assert/strict"
import Stripe from "stripe"
import type { ChargeRequest, MethodReport, NewMethod } from "../port.ts"
import { cardPayment, keepTerms } from "../sample-requests.ts"
import { frameToken, typedToken } from "./frame-tokens-fixture.ts"
import { accounts, type RuleName } from "./rules.mock.ts"
import { createStripeGateway } from "./stripe.ts"
import { type MockStripe, mockKeys, startMockStripe } from "./stripe-server.mock.ts"

const { webhooks } = new Stripe(mockKeys.secretKey)

/** An event as Stripe sends it, with its signature. */
export function signed(event: object, secret = mockKeys.webhookSecrets[0] ?? "") {
  const payload = JSON.stringify({ id: "evt_mock", object: "event", ...event })
  const header = webhooks.generateTestHeaderString({ payload, secret })
  return { headers: { "stripe-signature": header }, body: Buffer.from(payload) }
}

/** The mock followed these rules of Stripe in this test. */
export function follows({ followed }: MockStripe, ...rules: RuleName[]): void {
  for (const rule of rules) assert.ok(followed.has(rule), rule)
}

/** The gateway over the mock, with the steps of most tests. */
export async function openStripe() {
  const mock = await startMockStripe()
  const gateway = createStripeGateway({
    ...mockKeys,
    address: mock.address,
    timeoutMs: 5_000,
    hasInstantBank: true,
  })
  let kept = 0

  const cardToken = (number?: string) => frameToken(gateway.inBrowser, number)
  const bankToken = (account: string) => typedToken(gateway.inBrowser, account)

  return {
    mock,
    gateway,
    cardToken,
    bankToken,
    close: mock.close,
    /** Opens one more account at the mock. Its gateway knows these secrets of reports. */
    addAccount(name: string, webhookSecrets?: readonly string[]) {
      const account = mock.addAccount(name)
      const { address } = mock
      const secrets = webhookSecrets && { webhookSecrets }
      const other = createStripeGateway({
        ...account.keys,
        ...secrets,
        ...{ address, timeoutMs: 5_000, account: `acct_${name}` },
      })
      return {
        ...account,
        gateway: other,
        async keepCard(): Promise<string> {
          kept += 1
          const token = await frameToken(other.inBrowser)
          return (await other.keep(token, `card ${kept}`, keepTerms)).reference
        },
      }
    },
    async keepCard(number?: string): Promise<string> {
      kept += 1
      return (await gateway.keep(await cardToken(number), `card ${kept}`, keepTerms)).reference
    },
    /** Saves a bank account that its customer has not verified yet. */
    async keepTyped(account: string = accounts.good): Promise<NewMethod> {
      kept += 1
      return await gateway.keep(await bankToken(account), `bank ${kept}`, keepTerms)
    },
    async keepBank(account?: string): Promise<string> {
      const { reference } = await this.keepTyped(account)
      mock.verify(methodOf(reference))
      return reference
    },
    payment: (key: string, reference: string, kind: ChargeRequest["kind"] = "card") => ({
      ...cardPayment,
      key,
      reference,
      amount: 4_217,
      kind,
    }),
    intentOf(key: string): Stripe.PaymentIntent {
      const made = mock.intents().filter(({ metadata }) => metadata.my_account_key === key)
      const [intent] = made.filter(({ latest_charge: charge }) => charge !== null)
      assert.ok(intent, `no charge of ${key}`)
      return intent
    },
    /** What the gateway reads from the events that Stripe sends while something happens. */
    async reportsOf(happens: () => void) {
      const sent = mock.eventsOf(happens).map((event) => signed(event))
      const reports = await Promise.all(
        sent.map(({ headers, body }) => gateway.readReport(headers, body)),
      )
      return reports.filter((report) => report !== undefined)
    },
    async stateOf(reference: string): Promise<Omit<MethodReport, "method"> | undefined> {
      const report = await gateway.readMethod(reference)
      if (!report) return undefined
      const { method: _, ...state } = report
      return state
    },
  }
}
export type OpenedStripe = Awaited<ReturnType<typeof openStripe>>

/** Stripe's id of a method. */
export function methodOf(reference: string): string {
  return reference.split("/")[1] ?? ""
}

/** Charges at Stripe with this key; a payment that only blocks its key does not count. */
export function chargesOf(mock: MockStripe, key: string): number {
  return mock
    .intents()
    .filter(({ metadata, latest_charge: charge }) => metadata.my_account_key === key && charge)
    .length
}
