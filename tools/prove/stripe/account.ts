import { randomBytes } from "node:crypto"
import { setTimeout as wait } from "node:timers/promises"
import type Stripe from "stripe"
import type { Opened } from "#ports/payment-gateway/conformance.ts"
import type { NewMethod } from "#ports/payment-gateway/port.ts"
import { connectToStripe } from "#ports/payment-gateway/stripe/client.ts"
import { typedToken } from "#ports/payment-gateway/stripe/frame-tokens-fixture.ts"
import { createStripeGateway } from "#ports/payment-gateway/stripe/stripe.ts"
import type { TestKeys } from "./keys.ts"
import { startRelay } from "./relay.ts"

const settlingMs = 5 * 60_000

interface AccountOptions {
  keys: TestKeys
  /** https://api.stripe.com, except in tests. */
  address: string
  answerBank: Opened["answerBank"]
  /** Prints one line. */
  log(line: string): void
  /** How long Stripe takes to send the events about a debit that has settled. */
  pauseMs: number
  /** Makes debits settle; Stripe's test mode does it by itself. */
  settle?(): void
  /** Since when the account's books are read. */
  since: Date
}

/** A test account at Stripe, for the suite of the port. `close` removes what was saved in it. */
export async function openAccount(options: AccountOptions): Promise<Opened> {
  const { keys, address, answerBank, log, pauseMs, settle, since } = options
  const relay = await startRelay(address)
  const webhookSecret = `whsec_${randomBytes(24).toString("hex")}`
  const gateway = createStripeGateway({
    ...keys,
    address: relay.address,
    webhookSecrets: [webhookSecret],
    timeoutMs: 30_000,
  })
  const stripe = connectToStripe(keys.secretKey, { address, timeoutMs: 30_000 })
  const made = new Set<string>()
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const seen = new Set<string>()

  async function ours(): Promise<Stripe.PaymentIntent[]> {
    const all = await Array.fromAsync(stripe.paymentIntents.list({ created, limit: 100 }))
    const { customers } = relay.made
    return all.filter(({ customer }) => typeof customer === "string" && customers.has(customer))
  }

  async function verify({ reference }: NewMethod): Promise<void> {
    const [customer = "", method] = reference.split("/")
    const setups = await Array.fromAsync(stripe.setupIntents.list({ customer, limit: 100 }))
    const setup = setups.find((one) => one.payment_method === method)
    const deposits = setup?.next_action?.verify_with_microdeposits
    if (!setup || !deposits) throw new Error(`${method} has no deposits to verify.`)
    const isCode = deposits.microdeposit_type === "descriptor_code"
    // Source: https://docs.stripe.com/testing#test-microdeposit-amounts-and-descriptor-codes
    const typed = isCode ? { descriptor_code: "SM11AA" } : { amounts: [32, 45] }
    await stripe.setupIntents.verifyMicrodeposits(setup.id, typed)
  }

  async function letDaysPass() {
    settle?.()
    const until = performance.now() + settlingMs
    while ((await ours()).some(({ status }) => status === "processing")) {
      if (performance.now() > until) throw new Error("Debits stay in processing.")
      await wait(2_000)
    }
    await wait(pauseMs)
    const listed = await Array.fromAsync(stripe.events.list({ created, limit: 100 }))
    const fresh = listed.toReversed().filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    return fresh.map((event) => {
      const payload = JSON.stringify(event)
      const header = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
      return { headers: { "stripe-signature": header }, body: Buffer.from(payload) }
    })
  }

  async function close(): Promise<void> {
    const { customers } = relay.made
    const methods = relay.made.methods.union(made)
    const isDone = async (removal: Promise<unknown>) =>
      await removal.then(
        () => true,
        () => false,
      )
    let detached = 0
    let deleted = 0
    // Stripe refuses to detach a method that was never saved.
    for (const id of methods) if (await isDone(stripe.paymentMethods.detach(id))) detached += 1
    for (const id of customers) if (await isDone(stripe.customers.del(id))) deleted += 1
    log(`${relay.calls()} calls, ${methods.size} cards and bank accounts`)
    log(`removed: ${detached} saved methods detached, ${deleted} customers deleted`)
    await relay.close()
  }

  return {
    gateway,
    async cardToken(number) {
      const token = testTokens[number]
      if (token === undefined) throw new Error(`Stripe documents no token for ${number}.`)
      const { id } = await stripe.paymentMethods.create({ type: "card", card: { token } })
      made.add(id)
      return id
    },
    bankToken: async (account) => await typedToken(gateway.inBrowser, account),
    // Stripe chooses a date that has not passed.
    expirationDate: /^\d\d\/20\d\d$/,
    numbers: testNumbers,
    verify,
    answerBank,
    async chooseBank() {
      log("not tried: an account chosen at the bank, for which a person signs in")
      return undefined
    },
    async returnLate() {
      log("not tried: a late return, for which Stripe's test mode has no account number")
      return false
    },
    unanswered() {
      relay.loseNext()
      return testNumbers.card
    },
    charges: async (key) =>
      (await ours()).filter(
        ({ metadata, latest_charge: charge }) => metadata.my_account_key === key && charge,
      ).length,
    letDaysPass,
    since,
    goAway: relay.close,
    close,
  }
}

/**
 * Stripe's tokens for its test cards, because its API refuses their numbers. The first three are
 * documented, the others are the documented methods (pm_card_…) with the prefix of tokens. Source:
 * https://docs.stripe.com/testing
 */
const testTokens: Readonly<Record<string, string>> = {
  "4242424242424242": "tok_visa",
  "4000000000000341": "tok_chargeCustomerFail",
  "4000000000009995": "tok_visa_chargeDeclinedInsufficientFunds",
  "4000000000005423": "tok_createIssuerFraudRecord",
  "4000002760003184": "tok_authenticationRequired",
  "4000002500003155": "tok_authenticationRequiredOnSetup",
}

/** Source: https://docs.stripe.com/testing */
const testNumbers: Opened["numbers"] = {
  card: "4242424242424242",
  declined: "4000000000000341",
  refused: "4000000000009995",
  account: "000123456789",
  returnedAccount: "000222222227",
  accountToVerify: "000123456789",
  blockedAccount: "000111111113",
  revokedAccount: "000555555559",
  lateAccount: "000123456789",
  limitedAccount: "000777777771",
  suspectedCard: "4000000000005423",
  asksEachTime: "4000002760003184",
  asksOnce: "4000002500003155",
}
