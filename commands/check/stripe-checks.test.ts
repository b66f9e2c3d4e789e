import assert from "node:assert/strict"
import { test } from "node:test"
import { rightSetup, startSetupServer } from "#ports/payment-gateway/stripe/setup-server.mock.ts"
import { checkStripe, checkStripeKeys } from "./stripe-checks.ts"

const config = { production: true, siteAddress: "https://{host}", port: 0 }
const keys = { secretKey: "rk_live_1", publishableKey: "pk_live_1", webhookSecrets: ["whsec_1"] }
const settings = {
  kind: "stripe",
  ...keys,
  timeoutMs: 5_000,
  callsPerSecond: 50,
  account: undefined,
  accounts: [],
  hasInstantBank: false,
} as const

async function linesOf(hosts: string[], change: Partial<typeof rightSetup> = {}) {
  const server = await startSetupServer({ ...rightSetup, ...change })
  try {
    const found = await checkStripe(config, { ...settings, address: server.address }, hosts)
    return found.map(({ level, about, text }) => `${level} ${about}: ${text}`)
  } finally {
    server.close()
  }
}

test("CHECK-05 Stripe is good with a webhook for any of our hosts, and each fault is a line of its own", async () => {
  assert.deepEqual(await linesOf(["support.example.com", "my.example.com"]), [
    "good PAYMENT_GATEWAY: Stripe takes the keys, and the account is set up.",
  ])
  const [noAddress, twoAccounts, ...more] = await linesOf(["your.example.com"], {
    isOneAccount: false,
  })
  assert.match(
    `${noAddress}`,
    /^problem PAYMENT_GATEWAY: No webhook .* Add https:\/\/your\.example\.com\/gateway-reports\/stripe at/,
  )
  assert.match(`${twoAccounts}`, /^problem PAYMENT_GATEWAY: .* are of two accounts/)
  assert.deepEqual(more, [])
})

test("CHECK-05 a check that Stripe does not answer is a problem", async () => {
  const away = { ...settings, address: "http://127.0.0.1:1" }
  const [line, ...more] = await checkStripe(config, away, [])
  assert.deepEqual([line?.level, more], ["problem", []])
  assert.match(`${line?.text}`, /^The account at Stripe could not be checked: /)
})

test("CHECK-05 keys of two modes are found without asking Stripe", async () => {
  const mixed = { ...settings, secretKey: "sk_test_x" }
  const [line, ...more] = await checkStripeKeys(config, mixed)
  assert.deepEqual(more, [])
  assert.match(
    `${line?.text}`,
    /^STRIPE_SECRET_KEY is a test key, and STRIPE_PUBLISHABLE_KEY a live key\./,
  )
  const test = { ...mixed, publishableKey: "pk_test_x" }
  assert.match(
    `${(await checkStripeKeys(config, test))[0]?.text}`,
    /are for tests and move no money/,
  )
  assert.deepEqual(await checkStripeKeys({ production: false }, test), [])
})

test("ACCOUNTS-08 each account is checked by its id: its keys, its address of reports, and whether its keys are given twice", async () => {
  const server = await startSetupServer(rightSetup)
  try {
    const { address } = server
    const accounts = ["acct_1", "acct_2"].map((account) => ({ ...keys, account }))
    const given = { ...settings, account: undefined, accounts, address }
    const lines = (await checkStripe(config, given, ["my.example.com"])).map(
      ({ level, about, text }) => `${level} ${about}: ${text}`,
    )
    const [twice, ...ofAccounts] = lines
    assert.match(`${twice}`, /^problem PAYMENT_GATEWAY: .* acct_1, whose keys are given twice/)
    const addressOf = (account: string) =>
      `problem ${account}: No webhook endpoint has an address of ours, so no result arrives. Add https://my.example.com/gateway-reports/stripe/${account} at https://dashboard.stripe.com/webhooks.`
    assert.deepEqual(ofAccounts, [
      addressOf("acct_1"),
      addressOf("acct_2"),
      "problem acct_2: The key of secretKey is of the account acct_1, not of acct_2. Correct the account, or the key.",
    ])
  } finally {
    server.close()
  }
})
