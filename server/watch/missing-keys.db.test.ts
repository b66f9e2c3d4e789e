import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { test } from "node:test"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { startTestApp } from "#testing/app.ts"
import { logLines } from "#testing/log-lines.ts"
import { keySettings } from "#testing/secret-key.ts"

const [idOfSecret = "", idOfAudit = ""] = [keySettings.SECRET_KEY, keySettings.AUDIT_KEY].map(
  (key) => createKeyRing(Buffer.from(key, "base64")).ids[0],
)
const newKey = () => randomBytes(32).toString("base64")

/**
 * The errors about missing keys that a server with these settings logs at startup, and its metric.
 */
async function seenWith(env: Record<string, string>) {
  const errors: string[] = []
  const logTo = logLines((line) => {
    const { level, key, msg } = JSON.parse(line)
    if (level >= 50 && key !== undefined) errors.push(msg)
  })
  const app = await startTestApp({ env, logTo })
  try {
    await app.settle()
    const page = await fetch(`http://127.0.0.1:${app.port}/metrics`)
    return { errors, lines: (await page.text()).match(/^keys_missing\{.*$/gm) }
  } finally {
    await app.close()
  }
}

test("KEYS-09 a server that lacks a key logs an error with its id and setting, and counts it in keys_missing", async () => {
  const wrong = await seenWith({ SECRET_KEY: newKey(), AUDIT_KEY: newKey() })
  assert.deepEqual(wrong.errors, [
    `Stored values need the key ${idOfSecret}, which this server does not have. Add it to OTHER_SECRET_KEYS, and restart; npm run my-account -- keys lists what needs it.`,
    `The audit log was made with the key ${idOfAudit}, which this server does not have. Add it to OTHER_AUDIT_KEYS, and restart; npm run my-account -- keys lists what needs it.`,
  ])
  assert.deepEqual(wrong.lines, [
    'keys_missing{setting="OTHER_SECRET_KEYS"} 1',
    'keys_missing{setting="OTHER_AUDIT_KEYS"} 1',
  ])
})

test("KEYS-09 a server with every key of a rotation logs nothing", async () => {
  const right = await seenWith({
    ...{ SECRET_KEY: newKey(), OTHER_SECRET_KEYS: keySettings.SECRET_KEY },
    ...{ AUDIT_KEY: newKey(), OTHER_AUDIT_KEYS: keySettings.AUDIT_KEY },
  })
  assert.deepEqual(right.errors, [])
  assert.deepEqual(right.lines, [
    'keys_missing{setting="OTHER_SECRET_KEYS"} 0',
    'keys_missing{setting="OTHER_AUDIT_KEYS"} 0',
  ])
})
