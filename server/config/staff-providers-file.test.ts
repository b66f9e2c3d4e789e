import assert from "node:assert/strict"
import { test } from "node:test"
import { keySettings } from "#testing/secret-key.ts"
import { writeProvidersFile } from "#testing/staff-providers.ts"
import { readConfig } from "./config.ts"

const clientSecret = "a-secret-that-no-line-repeats"
const provider = {
  name: "entra",
  label: "Example Corp",
  issuer: "https://login.example.com/tenant/v2.0",
  clientId: "my-account",
  clientSecret,
  groups: { desk: { clients: ["harbor"], roles: ["look", "serve"] } },
}

async function read(settings: object, env: NodeJS.ProcessEnv = {}) {
  const { path, remove } = await writeProvidersFile(settings)
  try {
    return readConfig({ ...env, STAFF_PROVIDERS_FILE: path })
  } finally {
    await remove()
  }
}

test("SSO-10 the file of STAFF_PROVIDERS_FILE lists providers, and local accounts stay on by default", async () => {
  assert.deepEqual(readConfig({}).staffProviders, [])
  const config = await read({ providers: [provider] })
  assert.equal(config.staffLocalAccounts, true)
  assert.deepEqual(config.staffProviders, [
    {
      ...provider,
      scopes: ["openid", "profile", "email", "offline_access"],
      groupsClaim: "groups",
    },
  ])
  const all = { desk: { clients: "all", roles: ["look"] } }
  const env = { STAFF_LOCAL_ACCOUNTS: "off" }
  const only = await read({ providers: [{ ...provider, groups: all }] }, env)
  assert.equal(only.staffLocalAccounts, false)
})

test("SSO-10 a mistake in the file is refused at the start, without repeating the secret", async () => {
  const desk = provider.groups.desk
  for (const [providers, message] of [
    [[], /providers must name a provider/],
    [[{ ...provider, issuer: "http://login.example.com" }], /issuer must be an https address/],
    [[{ ...provider, issuer: "https://x.example/?a=b" }], /issuer must be an https address/],
    [[{ ...provider, name: "En tra" }], /name must be lower-case/],
    [[provider, provider], /providers has a name twice/],
    [[{ ...provider, scopes: ["profile"] }], /scopes must hold openid/],
    [[{ ...provider, groups: {} }], /groups must name a group/],
    [[{ ...provider, groups: { desk: { ...desk, roles: ["admin"] } } }], /must be one of look/],
    [[{ ...provider, groups: { desk: { ...desk, roles: [] } } }], /roles must name a role/],
    [[{ ...provider, groups: { desk: { ...desk, clients: [] } } }], /must be "all" or a list/],
    [[{ ...provider, secret: clientSecret }], /secret is not a known field/],
    [[{ ...provider, clientSecret: undefined }], /clientSecret is missing/],
  ] as const) {
    await assert.rejects(read({ providers }), (error: Error) => {
      assert.match(error.message, message)
      assert.ok(!error.message.includes(clientSecret))
      return true
    })
  }
  assert.throws(
    () => readConfig({ STAFF_PROVIDERS_FILE: "/no/such/file" }),
    /STAFF_PROVIDERS_FILE names \/no\/such\/file, which does not exist\./,
  )
})

test("SSO-10 without providers local accounts stay on, and production refuses a provider over plain HTTP", async () => {
  assert.throws(
    () => readConfig({ STAFF_LOCAL_ACCOUNTS: "off" }),
    /STAFF_LOCAL_ACCOUNTS=off needs STAFF_PROVIDERS_FILE/,
  )
  const env = {
    NODE_ENV: "production",
    DATABASE_URL: "postgres://user@db.example.com/x?sslmode=verify-full",
    SMTP_URL: "smtps://mail.example.com",
    ...keySettings,
    ALLOW_UNSAFE: "sandbox",
  }
  const here = { ...provider, issuer: "http://127.0.0.1:4000" }
  await assert.rejects(read({ providers: [here] }, env), /provider entra .* over plain HTTP/)
  assert.equal((await read({ providers: [here] })).staffProviders.length, 1)
  const production = await read({ providers: [provider] }, env)
  assert.equal(production.staffSecondFactor, true, "local accounts are on")
})
