import assert from "node:assert/strict"
import { test } from "node:test"
import { newWebhookSecret, writeEventsFile } from "#testing/events.ts"
import { keySettings } from "#testing/secret-key.ts"
import { readConfig } from "./config.ts"

const secret = newWebhookSecret()
const endpoint = { name: "billing", url: "https://hooks.example.com/in", secrets: [secret] }

async function read(settings: object, env: NodeJS.ProcessEnv = {}) {
  const { path, remove } = await writeEventsFile(settings)
  try {
    return readConfig({ ...env, EVENTS_FILE: path }).events
  } finally {
    await remove()
  }
}

test("EVENT-05 the file of EVENTS_FILE lists endpoints and senders, and may omit either", async () => {
  assert.deepEqual(readConfig({}).events, { endpoints: [], senders: [] })
  const filtered = { ...endpoint, clients: ["harbor"], types: ["payment.accepted"] }
  assert.deepEqual(await read({ endpoints: [filtered] }), { endpoints: [filtered], senders: [] })
  const sender = { name: "pas", secrets: [secret] }
  assert.deepEqual(await read({ senders: [sender] }), { endpoints: [], senders: [sender] })
})

test("EVENT-05 a mistake in the file is refused at the start, without repeating a secret", async () => {
  const short = `whsec_${Buffer.alloc(20, "k").toString("base64")}`
  for (const [settings, message] of [
    [
      { endpoints: [{ ...endpoint, url: "ftp://x" }] },
      /:1 {2}endpoints\[0\]\.url must be an http or https/,
    ],
    [{ endpoints: [{ ...endpoint, url: "https://me:pw@x.example" }] }, /without a username/],
    [
      { endpoints: [{ ...endpoint, secrets: [short] }] },
      /secrets\[0\] must be whsec_ and 24 to 64/,
    ],
    [{ endpoints: [{ ...endpoint, secrets: [] }] }, /secrets must hold a secret/],
    [
      { endpoints: [{ ...endpoint, types: ["payment.made"] }] },
      /types\[0\] must be one of payment\.accepted/,
    ],
    [{ endpoints: [{ ...endpoint, clients: [] }] }, /clients must name a client, or be left out/],
    [{ endpoints: [{ ...endpoint, secret }] }, /secret is not a known field/],
    [{ endpoints: [endpoint, endpoint] }, /endpoints has a name twice/],
    [{ endpoints: [{ ...endpoint, name: "A b" }] }, /name must be lower-case letters/],
    [{ senders: [{ name: "pas" }] }, /senders\[0\]\.secrets is missing/],
  ] as const) {
    await assert.rejects(read(settings), (error: Error) => {
      assert.match(error.message, message)
      assert.ok(!error.message.includes(secret.slice(6)) && !error.message.includes(short.slice(6)))
      return true
    })
  }
  assert.throws(
    () => readConfig({ EVENTS_FILE: "/no/such/file" }),
    /EVENTS_FILE names \/no\/such\/file, which does not exist\./,
  )
})

test("EVENT-05 production refuses an endpoint over plain HTTP unless ALLOW_UNSAFE names it", async () => {
  const env = {
    NODE_ENV: "production",
    DATABASE_URL: "postgres://user@db.example.com/x?sslmode=verify-full",
    SMTP_URL: "smtps://mail.example.com",
    ...keySettings,
    ALLOW_UNSAFE: "sandbox",
  }
  const plain = { endpoints: [{ ...endpoint, url: "http://10.0.0.7/in" }] }
  await assert.rejects(
    read(plain, env),
    /the endpoint billing of EVENTS_FILE is reached over plain HTTP/,
  )
  assert.ok(await read(plain, { ...env, ALLOW_UNSAFE: "sandbox,events" }))
  assert.ok(await read({ endpoints: [endpoint] }, env))
})
