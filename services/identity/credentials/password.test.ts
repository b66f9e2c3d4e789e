import assert from "node:assert/strict"
import { argon2Sync, randomBytes } from "node:crypto"
import { test } from "node:test"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { answerOf, createPasswords, passwordOf, staffPasswordOf } from "./password.ts"

const pat = { client: "fund", userid: "pat.one_fund", accountNumber: "F-1" }
const owner = passwordOf(pat)

/** The passwords of one installation, and the warnings about hashes that it rejects. */
function installation(...masters: [Buffer, ...Buffer[]]) {
  const said: string[] = []
  const keyRing = createKeyRing(...masters)
  const keys = keyRing.for("passwords")
  return { keys, said, ...createPasswords({ keyRing, warn: (text) => said.push(text) }) }
}

const { keys, said, hash, isRight } = installation(randomBytes(32))

test("a password is hashed with its own salt, and verified", async () => {
  const [first, second] = [await hash("Anchor-2026", owner), await hash("Anchor-2026", owner)]
  assert.match(
    first,
    /^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=[A-Za-z0-9+/]{6}\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
  )
  assert.notEqual(first, second)
  assert.equal(await isRight("Anchor-2026", { stored: first, owner }), true)
  assert.equal(await isRight("anchor-2026", { stored: first, owner }), false)
  assert.equal(await isRight("", { stored: first, owner }), false)
})

test("a hash made with other costs is verified", async () => {
  const salt = Buffer.from("somesalt".repeat(2))
  const derived = argon2Sync("argon2id", {
    message: "password",
    nonce: salt,
    memory: 65_536,
    passes: 3,
    parallelism: 1,
    tagLength: 32,
    secret: keys.current.secret,
    associatedData: Buffer.from(JSON.stringify(owner)),
  })
  const written = [keys.current.id, salt, derived].map((bytes) =>
    bytes.toString("base64").replace(/=+$/, ""),
  )
  const stored = `$argon2id$v=19$m=65536,t=3,p=1,keyid=${written[0]}$${written[1]}$${written[2]}`
  assert.equal(await isRight("password", { stored, owner }), true)
  assert.equal(await isRight("passwort", { stored, owner }), false)
})

test("SECRET-03 a hash of another installation, or made without its key, never matches", async () => {
  const other = installation(randomBytes(32))
  const stored = await other.hash("Anchor-2026", owner)
  assert.equal(await other.isRight("Anchor-2026", { stored, owner }), true)
  assert.equal(await isRight("Anchor-2026", { stored, owner }), false)
  assert.match(said.at(-1) ?? "", new RegExp(other.keys.current.id.toString("hex")))

  const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
  const message = "Anchor-2026"
  const nonce = randomBytes(16)
  const plain = argon2Sync("argon2id", { message, nonce, ...parameters })
  const unpadded = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "")
  const end = `${unpadded(nonce)}$${unpadded(plain)}`
  for (const forged of [
    `$argon2id$v=19$m=19456,t=2,p=1$${end}`,
    `$argon2id$v=19$m=19456,t=2,p=1,keyid=${unpadded(keys.current.id)}$${end}`,
  ]) {
    assert.equal(await isRight("Anchor-2026", { stored: forged, owner }), false)
  }
})

test("SECRET-03 a hash matches only for the account that it was made for", async () => {
  const stored = await hash("Anchor-2026", owner)
  for (const other of [
    passwordOf({ ...pat, client: "club" }),
    passwordOf({ ...pat, userid: "sam.two_fund" }),
    passwordOf({ ...pat, accountNumber: "F-2" }),
    answerOf(pat),
    staffPasswordOf(pat.userid),
  ]) {
    assert.equal(await isRight("Anchor-2026", { stored, owner: other }), false)
  }
})

test("SECRET-01 a hash contains the id of its key, so that hashes of an earlier key can still be verified", async () => {
  const [earlier, now] = [randomBytes(32), randomBytes(32)]
  const stored = await installation(earlier).hash("Anchor-2026", owner)
  const both = installation(now, earlier)
  assert.equal(await both.isRight("Anchor-2026", { stored, owner }), true)
  assert.equal(await both.isRight("Anchor-2027", { stored, owner }), false)
})

test("composed and decomposed letters are the same password", async () => {
  const stored = await hash("Zoë-2026-ñ".normalize("NFC"), owner)
  assert.equal(await isRight("Zoë-2026-ñ".normalize("NFD"), { stored, owner }), true)
})

test("a hash that is not argon2id never matches, and a warning is logged", async () => {
  for (const stored of ["", "secret", "$2b$10$abcdefghijklmnopqrstuv", "$argon2id$v=19$m=1$a$b"]) {
    const before = said.length
    assert.equal(await isRight("secret", { stored, owner }), false)
    assert.equal(said.length, before + 1)
  }
})

test("no password matches for an unknown account", async () => {
  assert.equal(await isRight("", undefined), false)
  assert.equal(await isRight("Anchor-2026", undefined), false)
})

test("each of many parallel sign-ins gets its own result", async () => {
  const stored = await hash("Anchor-2026", owner)
  const rush = Array.from({ length: 12 }, (_, index) =>
    isRight(index % 2 === 0 ? "Anchor-2026" : "wrong", { stored, owner }),
  )
  assert.deepEqual(
    await Promise.all(rush),
    rush.map((_, index) => index % 2 === 0),
  )
})
