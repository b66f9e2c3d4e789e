import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { test } from "node:test"
import { createKeyRing, UnknownKey } from "./key-ring.ts"

test("each purpose has a separate key, the same at every start", () => {
  const master = randomBytes(32)
  const { secret } = createKeyRing(master).for("captcha").current
  assert.equal(secret.length, 32)
  assert.deepEqual(createKeyRing(master).for("captcha").current.secret, secret)
  assert.notDeepEqual(createKeyRing(master).for("decoy question").current.secret, secret)
  assert.notDeepEqual(createKeyRing(randomBytes(32)).for("captcha").current.secret, secret)
})

test("SECRET-01 a value's key id identifies its secret key, and an unknown id is reported in the refusal", () => {
  const [now, before] = [randomBytes(32), randomBytes(32)]
  const ring = createKeyRing(now, before).for("seal")
  const own = createKeyRing(before).for("seal").current
  assert.equal(own.id.length, 4)
  assert.deepEqual(createKeyRing(before).for("audit").current.id, own.id)
  assert.deepEqual(ring.byId(own.id), own)
  assert.deepEqual(ring.byId(ring.current.id), ring.current)
  assert.notDeepEqual(ring.current.id, own.id)
  const alone = createKeyRing(now).for("seal")
  assert.throws(() => alone.byId(own.id), UnknownKey)
  assert.throws(() => alone.byId(own.id), new RegExp(own.id.toString("hex")))
})
