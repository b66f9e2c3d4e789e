import assert from "node:assert/strict"
import { test } from "node:test"
import { hashPassword, isRightPassword, normalizedAnswer, verifyPassword } from "./password.ts"

test("a password is hashed with a salt of its own, and verified", async () => {
  const [first, second] = await Promise.all([
    hashPassword("Anchor-2026"),
    hashPassword("Anchor-2026"),
  ])
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(first, second)
  assert.equal(await verifyPassword("Anchor-2026", first), true)
  assert.equal(await verifyPassword("anchor-2026", first), false)
  assert.equal(await verifyPassword("", first), false)
})

test("a hash made by another argon2id program, with other costs, is verified", async () => {
  const stored =
    "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
  assert.equal(await verifyPassword("password", stored), true)
  assert.equal(await verifyPassword("passwort", stored), false)
})

test("composed and decomposed letters are one password", async () => {
  const stored = await hashPassword("Zoë-2026-ñ".normalize("NFC"))
  assert.equal(await verifyPassword("Zoë-2026-ñ".normalize("NFD"), stored), true)
})

test("what is no argon2id hash is refused, not compared", async () => {
  for (const stored of [
    "",
    "secret",
    "$2b$10$abcdefghijklmnopqrstuv",
    "$argon2id$v=19$m=1,t=1$a$b",
  ]) {
    await assert.rejects(verifyPassword("secret", stored), /not an argon2id hash/)
  }
})

test("nobody's password is never right", async () => {
  assert.equal(await isRightPassword("", undefined), false)
  assert.equal(await isRightPassword("Anchor-2026", undefined), false)
})

test("a rush of sign-ins is worked off in turn", async () => {
  const stored = await hashPassword("Anchor-2026")
  const rush = Array.from({ length: 12 }, (_, index) =>
    verifyPassword(index % 2 === 0 ? "Anchor-2026" : "wrong", stored),
  )
  assert.deepEqual(
    await Promise.all(rush),
    rush.map((_, index) => index % 2 === 0),
  )
})

test("a security answer is compared without capitals and spare spaces", () => {
  assert.equal(normalizedAnswer("  Saint \t Mary's  "), "saint mary's")
})
