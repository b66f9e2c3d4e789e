import assert from "node:assert/strict"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { readConfig } from "#server/config/config.ts"
import { keySettings } from "#testing/secret-key.ts"

const POLICY_ADMIN_URL = "https://accounts.example.com/api/"
const POLICY_ADMIN_TOKEN = "a-secret-token"
const oauth = {
  POLICY_ADMIN_TOKEN_URL: "https://login.example.com/token",
  POLICY_ADMIN_CLIENT_ID: "portal",
  POLICY_ADMIN_CLIENT_SECRET: "a secret",
}

test("CONTRACT-09 settings choose the embedded account system, or one over HTTP", () => {
  assert.equal(readConfig({}).policyAdmin, "embedded")
  const url = "https://accounts.example.com/api"
  assert.deepEqual(readConfig({ POLICY_ADMIN_URL, POLICY_ADMIN_TOKEN }).policyAdmin, {
    url,
    credentials: { token: POLICY_ADMIN_TOKEN },
  })
  const { POLICY_ADMIN_TOKEN_URL: tokenUrl } = oauth
  const credentials = { tokenUrl, clientId: "portal", clientSecret: "a secret" }
  assert.deepEqual(readConfig({ POLICY_ADMIN_URL, ...oauth }).policyAdmin, { url, credentials })
  const scoped = { POLICY_ADMIN_URL, ...oauth, POLICY_ADMIN_SCOPE: "accounts" }
  const withScope = { ...credentials, scope: "accounts" }
  assert.deepEqual(readConfig(scoped).policyAdmin, { url, credentials: withScope })
})

test("CONTRACT-09 a missing or unusable setting is refused in one line without secrets", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "policy-admin-"))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, "client.pem")
  writeFileSync(file, "PEM")
  const usable = { POLICY_ADMIN_URL, POLICY_ADMIN_TOKEN }
  const wrong: [env: NodeJS.ProcessEnv, said: RegExp][] = [
    [{ POLICY_ADMIN_TOKEN }, /^POLICY_ADMIN_TOKEN needs POLICY_ADMIN_URL/],
    [{ POLICY_ADMIN_URL }, /needs POLICY_ADMIN_TOKEN, or POLICY_ADMIN_TOKEN_URL/],
    [{ ...usable, ...oauth }, /not both/],
    [{ POLICY_ADMIN_URL, ...oauth, POLICY_ADMIN_CLIENT_SECRET: "" }, /CLIENT_SECRET/],
    [{ ...usable, POLICY_ADMIN_TOKEN: "a-secret-token\nX: y" }, /^POLICY_ADMIN_TOKEN must be/],
    [{ ...usable, POLICY_ADMIN_TLS_CERT: file }, /TLS_CERT and POLICY_ADMIN_TLS_KEY must be set/],
    [
      { ...usable, POLICY_ADMIN_TLS_CA: `${file}x` },
      /^POLICY_ADMIN_TLS_CA names a file that does not exist\.$/,
    ],
    ...["nonsense", "ftp://x", "https://me:a-secret-token@x", "https://x?key=a-secret-token"].map(
      (url): [NodeJS.ProcessEnv, RegExp] => [
        { POLICY_ADMIN_URL: url, POLICY_ADMIN_TOKEN },
        /^POLICY_ADMIN_URL must be/,
      ],
    ),
  ]
  for (const [env, said] of wrong) {
    assert.throws(
      () => readConfig(env),
      ({ message }: Error) => {
        assert.match(message, said)
        assert.doesNotMatch(message, /secret-token|a secret|\n/)
        return true
      },
    )
  }
})

test("CONTRACT-09 production refuses an account system over plain HTTP unless ALLOW_UNSAFE names it", () => {
  const settled = {
    NODE_ENV: "production",
    DATABASE_URL: "postgres://user@db.example.com/x?sslmode=verify-full",
    SMTP_URL: "smtps://mail.example.com",
    ...keySettings,
    ALLOW_UNSAFE: "sandbox",
  }
  const plain = { ...settled, POLICY_ADMIN_URL: "http://accounts.example.com", POLICY_ADMIN_TOKEN }
  assert.throws(() => readConfig(plain), /POLICY_ADMIN_URL is not https .*"account-system"/)
  assert.ok(readConfig({ ...plain, ALLOW_UNSAFE: "sandbox,account-system" }))
  const plainToken = {
    POLICY_ADMIN_URL,
    ...oauth,
    POLICY_ADMIN_TOKEN_URL: "http://login.example.com",
  }
  assert.throws(
    () => readConfig({ ...settled, ...plainToken }),
    /POLICY_ADMIN_TOKEN_URL is not https/,
  )
  const local = { POLICY_ADMIN_URL: "http://127.0.0.1:3300", POLICY_ADMIN_TOKEN }
  assert.ok(readConfig({ ...settled, ...local }))
})
