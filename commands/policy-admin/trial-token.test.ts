import assert from "node:assert/strict"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { readConfig } from "#server/config/config.ts"
import { trialToken, withTrialToken } from "./trial-token.ts"

const POLICY_ADMIN_URL = "http://127.0.0.1:3300"

test("CONTRACT-11 npm start finds the token of an account system that was started without one on this machine, and of no other", (t) => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "trial-token-"))
  t.after(() => rmSync(DATA_DIR, { recursive: true }))
  const start = { DATA_DIR, POLICY_ADMIN_URL }
  assert.throws(() => readConfig(withTrialToken(start)), /needs POLICY_ADMIN_TOKEN/)
  const token = trialToken({ DATA_DIR })
  assert.equal(trialToken({ DATA_DIR }), token, "the next start has the same")
  assert.equal(statSync(join(DATA_DIR, "policy-admin", "trial-token")).mode & 0o777, 0o600)
  const { policyAdmin } = readConfig(withTrialToken(start))
  assert.deepEqual(policyAdmin, { url: POLICY_ADMIN_URL, credentials: { token } })
  for (const other of [
    { DATA_DIR },
    { ...start, POLICY_ADMIN_URL: "https://accounts.example.com" },
    { ...start, POLICY_ADMIN_TOKEN: "another-token" },
    { ...start, POLICY_ADMIN_TOKEN_URL: "http://127.0.0.1:1/token" },
    { ...start, NODE_ENV: "production" },
  ]) {
    assert.deepEqual(withTrialToken(other), other)
  }
})
