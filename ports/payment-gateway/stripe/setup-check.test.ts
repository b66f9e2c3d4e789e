import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { documentedPermissions } from "./permissions.mock.ts"
import { type CheckedSetup, findSetupFaults, readEvents } from "./setup-check.ts"
import { permissionProbes } from "./setup-permissions.ts"
import {
  permissionsForCheck,
  reportAddress,
  rightSetup,
  startSetupServer,
} from "./setup-server.mock.ts"

const rightSettings = {
  secretKey: "rk_live_1",
  publishableKey: "pk_live_1",
  isProduction: true,
  reportAddresses: ["https://support.example.com/gateway-reports/stripe", reportAddress],
  timeoutMs: 5_000,
} satisfies CheckedSetup

interface Wrong {
  setup?: Partial<typeof rightSetup>
  settings?: Partial<CheckedSetup>
  text: RegExp
}

async function findingsOf({ setup = {}, settings = {} }: Omit<Wrong, "text">) {
  const server = await startSetupServer({ ...rightSetup, ...setup })
  try {
    const { address } = server
    const found = await findSetupFaults({ ...rightSettings, ...settings, address })
    const [made = 0, canceled] = server.setups()
    assert.deepEqual([canceled, made <= 2], [made, true], "leaves no open SetupIntent")
    return found.map(({ level, text }) => `${level}: ${text}`)
  } finally {
    server.close()
  }
}

const account = (change: object) => ({ account: { ...rightSetup.account, ...change } })
const settingsOf = (change: object) =>
  account({ settings: { ...rightSetup.account.settings, ...change } })
const [other, ours] = rightSetup.endpoints
const endpoint = (change: object) => ({
  endpoints: [other, { ...ours, ...change }] as typeof rightSetup.endpoints,
})
const allKeys = ["sk_live_1", "sk_test_1", "rk_live_1", "rk_test_1", "pk_live_1", "pk_test_1"]

/** Each wrong set-up, and its only finding. */
const wrongSetups: Record<string, Wrong> = {
  "a test key beside a live key": {
    setup: { keys: allKeys },
    settings: { publishableKey: "pk_test_1" },
    text: /^problem: STRIPE_SECRET_KEY is a live key, and STRIPE_PUBLISHABLE_KEY a test key\. Copy both/,
  },
  "banks that customers cannot sign in to": {
    setup: { hasConnections: false },
    settings: { hasInstantBank: true },
    text: /^problem: Stripe does not let customers sign in to their bank \(Financial Connections is not set up\.\)/,
  },
  "a live key beside a test key": {
    setup: { keys: allKeys },
    settings: { secretKey: "sk_test_1" },
    text: /^problem: STRIPE_SECRET_KEY is a test key, and STRIPE_PUBLISHABLE_KEY a live key\. Copy both/,
  },
  "test keys in production": {
    setup: { keys: allKeys },
    settings: { secretKey: "rk_test_1", publishableKey: "pk_test_1" },
    text: /^problem: The keys of Stripe are for tests and move no money\. Switch the Dashboard to live/,
  },
  "keys of two accounts": {
    setup: { isOneAccount: false },
    text: /^problem: STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of two accounts\. Copy both/,
  },
  "a secret key that Stripe does not know": {
    setup: { keys: ["pk_live_1"] },
    text: /^problem: Stripe refuses STRIPE_SECRET_KEY\. Copy it again/,
  },
  "a publishable key that Stripe does not know": {
    setup: { keys: ["rk_live_1"] },
    text: /^problem: Stripe refuses STRIPE_PUBLISHABLE_KEY\. Copy it again/,
  },
  "a webhook endpoint without an event": {
    setup: endpoint({ enabled_events: readEvents.filter((event) => event !== "refund.failed") }),
    text: /^problem: The webhook endpoint https:\/\/my\.example\S+ does not send refund\.failed\. Add them/,
  },
  "a webhook endpoint with another address": {
    setup: endpoint({ url: "https://my.example.com/gateway-reports/sandbox" }),
    text: /^problem: No webhook endpoint has an address of ours.* Add https:\/\/support\.example\.com\/gateway-reports\/stripe at/,
  },
  "a disabled webhook endpoint": {
    setup: endpoint({ status: "disabled" }),
    text: /^problem: The webhook endpoint https:\/\/my\.example\S+ is disabled.* Enable it/,
  },
  "bank debits that are not active": {
    setup: account({ capabilities: { us_bank_account_ach_payments: "pending" } }),
    text: /^problem: The account cannot debit bank accounts .*is pending\)\. Turn on ACH Direct Debit/,
  },
  "bank debits that were never requested": {
    setup: account({ capabilities: {} }),
    text: /^problem: The account cannot debit bank accounts .*is not requested\)\. Turn on ACH/,
  },
  "no statement descriptor": {
    setup: settingsOf({ payments: { statement_descriptor: null } }),
    text: /^problem: The account has no statement descriptor\. Set your company's name at/,
  },
  "no prefix of card statements": {
    setup: settingsOf({ card_payments: { statement_descriptor_prefix: null } }),
    text: /^problem: The account has no shortened descriptor.* Set one of 2 to 10 characters at/,
  },
  "manual payouts": {
    setup: settingsOf({ payouts: { schedule: { interval: "manual" } } }),
    text: /^problem: Payouts are manual.* Choose an automatic schedule at/,
  },
}

for (const [what, { text, ...wrong }] of Object.entries(wrongSetups)) {
  test(`CHECK-05 ${what} is a problem with what to do about it, and the only one`, async () => {
    const found = await findingsOf(wrong)
    assert.equal(found.length, 1, found.join("\n"))
    assert.match(`${found[0]}`, text)
  })
}

for (const permission of documentedPermissions) {
  test(`CHECK-05 a key without the permission ${permission} is a problem, and the only one`, async () => {
    const permissions = rightSetup.permissions.filter((one) => one !== permission)
    const found = await findingsOf({ setup: { permissions } })
    assert.deepEqual(found, [
      `problem: The key of STRIPE_SECRET_KEY lacks the permission ${permission}. Grant it at https://dashboard.stripe.com/apikeys.`,
    ])
  })
}

test("CHECK-05 a key without the permissions that only the check needs is a warning with what to grant", async () => {
  const found = await findingsOf({ setup: { permissions: documentedPermissions } })
  assert.deepEqual(
    found,
    [
      "Webhook Endpoints: Read (rak_webhook_read)",
      "Accounts: Read (rak_accounts_kyc_basic_read)",
    ].map(
      (permission) =>
        `warning: A part of the set-up was not checked: the key of STRIPE_SECRET_KEY lacks the permission ${permission}, which payments do not need. Grant it at https://dashboard.stripe.com/apikeys.`,
    ),
  )
  assert.deepEqual(permissionsForCheck, ["Webhook Endpoints: Read", "Accounts: Read"])
})

test("CHECK-05 a right set-up has no finding, in production, in tests, with any event and before the first site", async () => {
  assert.deepEqual(await findingsOf({}), [])
  const testKeys = { secretKey: "sk_test_1", publishableKey: "pk_test_1", isProduction: false }
  assert.deepEqual(await findingsOf({ setup: { keys: allKeys }, settings: testKeys }), [])
  assert.deepEqual(await findingsOf({ setup: endpoint({ enabled_events: ["*"] }) }), [])
  assert.deepEqual(await findingsOf({ settings: { hasInstantBank: true } }), [])
  const none = { setup: { endpoints: [] }, settings: { reportAddresses: [] } }
  assert.deepEqual(await findingsOf(none), [])
})

test("CHECK-05 the check asks for each documented permission and for each event that is read", () => {
  assert.deepEqual(Object.keys(permissionProbes).toSorted(), documentedPermissions.toSorted())
  const source = readFileSync(new URL("./events.ts", import.meta.url), "utf8")
  const read = Array.from(source.matchAll(/case "([a-z_.]+)":/g), ([, event = ""]) => event)
  assert.deepEqual([...readEvents], read.toSorted())
})
