import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { test } from "node:test"
import { createKeyRing } from "./key-ring.ts"
import { createSeal, SealBroken } from "./seal.ts"

const text = "Your one-time code is 123456 – für Zoë"

test("sealed text can be opened, and none of it is readable", () => {
  const { seal, unseal } = createSeal(createKeyRing(randomBytes(32)).for("seal"))
  const sealed = seal(text, "email 1")
  assert.equal(unseal(sealed, "email 1"), text)
  assert.equal(sealed.includes("123456"), false)
  assert.equal(unseal(seal("", "email 1"), "email 1"), "")
})

test("the same text is sealed differently each time", () => {
  const { seal } = createSeal(createKeyRing(randomBytes(32)).for("seal"))
  assert.notDeepEqual(seal(text, "email 1"), seal(text, "email 1"))
})

test("another key or purpose, and changed or truncated content, are refused", () => {
  const { seal, unseal } = createSeal(createKeyRing(randomBytes(32)).for("seal"))
  const sealed = seal(text, "email 1")
  assert.throws(
    () => createSeal(createKeyRing(randomBytes(32)).for("seal")).unseal(sealed, "email 1"),
    SealBroken,
  )
  assert.throws(() => unseal(sealed, "email 2"), SealBroken)
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    assert.throws(() => unseal(changed, "email 1"), SealBroken)
    assert.throws(() => unseal(sealed.subarray(0, index), "email 1"), SealBroken)
  }
})

test("SECRET-01 a sealed value contains its key id: an earlier key opens it, and a missing key is reported", () => {
  const [earlier, now] = [randomBytes(32), randomBytes(32)]
  const sealed = createSeal(createKeyRing(earlier).for("seal")).seal(text, "email 1")
  assert.equal(createSeal(createKeyRing(now, earlier).for("seal")).unseal(sealed, "email 1"), text)
  const id = createKeyRing(earlier).for("seal").current.id.toString("hex")
  assert.throws(
    () => createSeal(createKeyRing(now).for("seal")).unseal(sealed, "email 1"),
    new RegExp(`^SealBroken: .*${id}`),
  )
})
