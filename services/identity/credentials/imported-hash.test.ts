import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { test } from "node:test"
import { createHashPool, type HashWork } from "#platform/hashing/hash-pool.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { answerOf, createPasswords, type HashScheme, passwordOf } from "./password.ts"

const pat = { client: "fund", userid: "pat.one_fund", accountNumber: "F-1" }
const owner = passwordOf(pat)
const right = "Lantern-2027"
const salt = "c2FsdE9mVGhlVGVzdDAxNg"

/**
 * Hashes of `right` from other programs: argon2-cffi, Perl's crypt function, and Python's hashlib.
 */
const vectors = {
  argon2id: `$argon2id$v=19$m=8192,t=2,p=2$${salt}$C71YdFOZGGmcjq09cGUYMYOkbxFNifMmBAI5aHCdexI`,
  argon2i: `$argon2i$v=19$m=4096,t=3,p=1$${salt}$3PVGtdJlSG3Zw6QQBESlWLV5U6N7gEt7ARTVbFsWLgc`,
  "bcrypt 2a": "$2a$08$saltOfTheTest016abcdeuWxw6ngoAYuINGml.DZTEG1nuvK8BQl2",
  "bcrypt 2b": "$2b$08$saltOfTheTest016abcdeuWxw6ngoAYuINGml.DZTEG1nuvK8BQl2",
  "bcrypt 2y": "$2y$08$saltOfTheTest016abcdeuWxw6ngoAYuINGml.DZTEG1nuvK8BQl2",
  scrypt: `$scrypt$ln=14,r=8,p=1$${salt}$xkPw9ShMxzTfs0cZpSC7mAKnRTBSf0jvveFn7EfBCoA`,
  "pbkdf2-sha256": `$pbkdf2-sha256$i=10000,l=32$${salt}$ymbWM7u0bcwh3RYzhQrSyOX1NfImzDiaCfS+UOyOWjA`,
  "pbkdf2-sha512": `$pbkdf2-sha512$i=10000,l=32$${salt}$+IIz4qnNOtw7HPtgFhsQhFgFJzMRExO3UtTBsbOiarY`,
  "pbkdf2 in passlib's format": `$pbkdf2$10000$${salt}$BD7jD3NbyrIf4BtW3mZp27TcgdU`,
}

/** The passwords of one installation, with a record of the hash work that was done. */
function installation() {
  const works: HashWork[] = []
  const threads = createHashPool(1)
  const pool = {
    ...threads,
    async hash(work: HashWork) {
      works.push(work)
      return await threads.hash(work)
    },
  }
  const cost = { memory: 64, passes: 1, parallelism: 1 }
  const keyRing = createKeyRing(randomBytes(32))
  return { works, ...createPasswords({ keyRing, warn: () => {}, cost, pool }) }
}

const here = installation()

function importedHere(text: string): { stored: string; scheme?: HashScheme } {
  const imported = here.imported(text, owner)
  assert.ok(typeof imported !== "string", String(imported))
  return imported
}

for (const [name, text] of Object.entries(vectors)) {
  test(`HASH-01 a hash of another program matches only its own password: ${name}`, async () => {
    const { stored, scheme } = importedHere(text)
    assert.ok(scheme && !here.isCurrent(stored))
    assert.equal(await here.isRight(right, { stored, owner }), true)
    for (const wrong of ["lantern-2027", "Lantern-202", "", "Lantern-2027 "]) {
      assert.equal(await here.isRight(wrong, { stored, owner }), false)
    }
    assert.equal(here.exported({ stored, owner }), text)
  })
}

test("HASH-01 characters beyond ASCII are compared as UTF-8, as in other bcrypt programs", async () => {
  const { stored } = importedHere("$2b$08$saltOfTheTest016abcdeuMEUE9Vk/EPdPLMzLELNGGq0jaTDNoHq")
  assert.equal(await here.isRight("Zürich-2027", { stored, owner }), true)
  assert.equal(await here.isRight("Zurich-2027", { stored, owner }), false)
})

test("HASH-02 an imported hash is stored so that it cannot be read or moved to another account", async () => {
  const text = vectors["bcrypt 2b"]
  const { stored } = importedHere(text)
  assert.ok(!stored.includes("saltOfTheTest") && !stored.includes(text.slice(-20)))
  for (const other of [
    passwordOf({ ...pat, client: "club" }),
    passwordOf({ ...pat, accountNumber: "F-2" }),
    answerOf(pat),
  ]) {
    assert.equal(await here.isRight(right, { stored, owner: other }), false)
  }
  assert.equal(await installation().isRight(right, { stored, owner }), false)
  assert.equal(await here.isRight(right, { stored: text, owner }), false)
})

test("HASH-03 every comparison does the same work, whether the account has its own hash, an imported one, or does not exist", async () => {
  const bcrypt = importedHere(vectors["bcrypt 2b"])
  const scrypt = importedHere(vectors.scrypt)
  const own = await here.hash(right, owner)
  const schemes = [bcrypt, scrypt].map(({ scheme }) => scheme?.scheme ?? "")
  const worksFor = async (found: Parameters<typeof here.isRight>[1]) => {
    here.works.length = 0
    await here.isRight("Wrong-2027", found, schemes)
    return here.works.map((work) => {
      if (work.algorithm === "bcrypt") return work.setting.slice(3, 6)
      const { nonce, ...cost } = { ...work, message: "", associatedData: undefined }
      return { ...cost, secret: undefined, nonce: nonce.length }
    })
  }
  const unknown = await worksFor(undefined)
  assert.equal(unknown.length, 3)
  for (const stored of [own, bcrypt.stored, scrypt.stored, "no hash"]) {
    assert.deepEqual(await worksFor({ stored, owner }), unknown)
  }
})

test("HASH-04 hashes that cannot be compared, are too weak or too expensive are rejected with the reason", () => {
  const end = `$${salt}$ymbWM7u0bcwh3RYzhQrSyOX1NfImzDiaCfS+UOyOWjA`
  const refused: Record<string, RegExp> = {
    secret: /PHC or modular crypt/,
    "5f4dcc3b5aa765d61d8327deb882cf99": /PHC or modular crypt/,
    "$1$salt$qJH7.N4xYta3aEG/dfqo/0": /not supported: 1$/,
    [`$sha256${end}`]: /not supported: sha256/,
    [vectors["bcrypt 2b"].slice(0, -1)]: /no bcrypt hash/,
    [vectors["bcrypt 2b"].replace("$08", "$05")]: /too weak: the cost is 5/,
    [vectors["bcrypt 2b"].replace("$08", "$31")]: /too expensive: the cost is 31/,
    [`$argon2id$v=16$m=8192,t=2,p=2${end}`]: /version/,
    [`$argon2id$m=8192,t=2,p=2${end}`]: /no argon2id hash/,
    [`$argon2d$v=19$m=8192,t=2,p=2${end}`]: /not supported: argon2d/,
    [`$argon2id$v=19$m=8192,t=2,p=2,data=AAAA${end}`]: /no argon2id hash/,
    [`$argon2id$v=19$m=8,t=1,p=1${end}`]: /too weak: m is 8/,
    [`$argon2id$v=19$m=1048576,t=4,p=1${end}`]: /too expensive: m is 1048576/,
    [`$argon2id$v=19$m=131072,t=9,p=1${end}`]: /too expensive: m × t/,
    [`$scrypt$ln=10,r=8,p=1${end}`]: /too weak: memory/,
    [`$scrypt$ln=20,r=8,p=1${end}`]: /too expensive: memory/,
    [`$scrypt$ln=17,r=8,p=64${end}`]: /too expensive: 2\^ln/,
    [`$pbkdf2-sha256$i=1000${end}`]: /too weak: the iterations/,
    [`$pbkdf2-sha256$i=999999999${end}`]: /too expensive: the iterations/,
    [`$pbkdf2-sha256$i=10000,l=20${end}`]: /another length/,
    "$pbkdf2-sha256$i=10000$c2E$YWJj": /salt's length/,
    [`$pbkdf2-sha256$i=10000$${salt}$YWJj`]: /result's length/,
    [`$pbkdf2-sha256$i=10000$${salt}`]: /no salt and result/,
    [`$pbkdf2-sha256$i=10000$${salt}$${"A".repeat(400)}`]: /too long/,
  }
  for (const [text, reason] of Object.entries(refused)) {
    const problem = here.imported(text, owner)
    assert.ok(typeof problem === "string", text)
    assert.match(problem, reason, text)
    assert.ok(!problem.includes(salt))
  }
})

test("HASH-05 a hash of this installation is imported unchanged, and one of another installation is rejected", async () => {
  const own = await here.hash(right, owner)
  assert.deepEqual(here.imported(own, owner), { stored: own })
  assert.match(
    String(installation().imported(own, owner)),
    /^was made with the secret key [0-9a-f]{8}/,
  )
  assert.match(
    String(here.imported(own.replace("m=64", "m=999999999"), owner)),
    /too expensive: m is/,
  )
})
