import assert from "node:assert/strict"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { readConfig } from "./config.ts"

const own = {
  PAYMENT_GATEWAY: "stripe",
  STRIPE_SECRET_KEY: "sk_live_own",
  STRIPE_PUBLISHABLE_KEY: "pk_live_own",
  STRIPE_WEBHOOK_SECRET: "whsec_own",
}
const keys = {
  secretKey: "rk_live_hidden",
  publishableKey: "pk_live_fund",
  webhookSecrets: ["whsec_earlier", "whsec_new"],
}

/** Reads the settings with these files in the folder of accounts. */
function read(files: Record<string, object>, { mode = 0o600, env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "stripe-accounts-"))
  try {
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, name), JSON.stringify(content))
      chmodSync(join(folder, name), mode)
    }
    return readConfig({ ...own, STRIPE_ACCOUNTS_DIR: folder, ...env }).paymentGateway
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test("ACCOUNTS-07 the STRIPE settings are the installation's account, and each file is one more", () => {
  const alone = readConfig(own).paymentGateway
  assert.ok(alone.kind === "stripe")
  assert.deepEqual([alone.account, alone.accounts], [undefined, []])
  assert.equal(alone.hasInstantBank, false)
  const instant = { ...keys, hasInstantBank: true }
  const env = { STRIPE_ACCOUNT: "acct_2B", STRIPE_INSTANT_BANK: "on" }
  const several = read({ "acct_1A.json": instant }, { env })
  assert.ok(several.kind === "stripe")
  assert.deepEqual([several.secretKey, several.account], ["sk_live_own", "acct_2B"])
  assert.equal(several.hasInstantBank, true)
  assert.deepEqual(several.accounts, [{ ...instant, account: "acct_1A" }])
})

test("ACCOUNTS-07 a file that other users may read is refused by its name", () => {
  for (const mode of [0o640, 0o604, 0o620]) {
    assert.throws(() => read({ "acct_1A.json": keys }, { mode }), {
      message: /acct_1A\.json {2}may be used by other users than its owner\. Run: chmod 600/,
    })
  }
})

test("ACCOUNTS-07 a mistake in a file is refused at the start, without repeating a key", () => {
  const wrong: [files: Record<string, object>, expected: RegExp][] = [
    [{ "acct_1A.json.old": keys }, /acct_1A\.json\.old {2}is not named after an account/],
    [{ "harbor.json": keys }, /harbor\.json {2}is not named after an account/],
    [{ "acct_1A.json": { ...keys, webhookSecrets: [] } }, /must hold a secret/],
    [
      { "acct_1A.json": { ...keys, webhookSecrets: ["whsec_1", "whsec_2", "whsec_3"] } },
      /must hold at most two secrets/,
    ],
    [{ "acct_1A.json": { ...keys, publishableKey: "sk_hidden" } }, /must begin with pk_/],
    [{ "acct_1A.json": { ...keys, secretKey: "hidden" } }, /must begin with sk_ or rk_/],
    [{ "acct_1A.json": { ...keys, key: "hidden" } }, /key is not a known field/],
    [{ "acct_1A.json": keys, "acct_2B.json": keys }, /acct_2B {2}has the secretKey of another/],
    [
      { "acct_1A.json": { ...keys, secretKey: own.STRIPE_SECRET_KEY } },
      /set STRIPE_ACCOUNT=acct_1A/,
    ],
  ]
  for (const [files, expected] of wrong) {
    assert.throws(
      () => read(files),
      ({ message }: Error) => {
        assert.match(message, expected)
        assert.doesNotMatch(message, /hidden|sk_live_own/)
        return true
      },
    )
  }
  const given = { env: { STRIPE_ACCOUNT: "acct_1A" } }
  assert.throws(() => read({ "acct_1A.json": keys }, given), /Remove its file/)
  assert.throws(() => readConfig({ ...own, STRIPE_ACCOUNTS_DIR: "/no/such/folder" }), {
    message: /STRIPE_ACCOUNTS_DIR names \/no\/such\/folder, which does not exist/,
  })
})
