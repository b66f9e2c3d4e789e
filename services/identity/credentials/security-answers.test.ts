import assert from "node:assert/strict"
import { test } from "node:test"
import { answerHint, securityAnswerProblem } from "#contracts/identity/security-answer-rules.ts"
import { testPasswords } from "#testing/secret-key.ts"
import { answerOf } from "./password.ts"
import { checkAnswer, hashAnswer } from "./security-answers.ts"

const pat = { client: "fund", userid: "pat.one_fund", accountNumber: "F-1" }
const check = async (typed: string, securityAnswerHash: string | null) =>
  await checkAnswer(testPasswords, typed, { ...pat, securityAnswerHash })
/** An answer's hash as version 1.0.0 made it. */
const hashedEarlier = async (form: string) => await testPasswords.hash(form, answerOf(pat))

test("RECOVER-05 the hint for a security answer states the rule that the server applies", async () => {
  assert.equal(answerHint, "Capital letters don't matter.")
  const hash = await hashAnswer(testPasswords, "Saint Mary’s, Évora 12", pat)
  for (const typed of ["saint mary's évora 12", "SAINTMARYSEVORA12", "Saint-Marys.Evora ١٢"]) {
    assert.deepEqual(await check(typed, hash), { isRight: true, stays: true }, typed)
  }
  for (const typed of ["Saint Mary Évora 12", "Saint Marys Evora", "Saint Marys Evora 1 3", ""]) {
    assert.equal((await check(typed, hash)).isRight, false, typed)
  }
})

test("RECOVER-05 an answer that version 1.0.0 hashed is accepted as it was typed, and gets a more tolerant hash", async () => {
  const hash = await hashedEarlier("saint mary's")
  assert.deepEqual(await check(" Saint  MARY'S", hash), { isRight: true, stays: false })
  assert.equal((await check("Saint Mary’s", hash)).isRight, false, "the hash has the apostrophe")
  const renewed = await hashAnswer(testPasswords, "Saint Mary's", pat)
  for (const typed of ["Saint Mary’s", "saint marys", "Saint Mary's"]) {
    assert.deepEqual(await check(typed, renewed), { isRight: true, stays: true }, typed)
  }
  const plain = await hashedEarlier("ibadan")
  assert.deepEqual(await check("Ibadan!", plain), { isRight: true, stays: true })
})

test("RECOVER-05 an answer without letters and digits is accepted only exactly as stored, and refused as a new one", async () => {
  const hash = await hashedEarlier("?!")
  assert.deepEqual(await check("?!", hash), { isRight: true, stays: true })
  for (const typed of ["!?", "", "🐕", "ʻ"]) {
    assert.equal((await check(typed, hash)).isRight, false, typed)
  }
  assert.equal((await check("?", await hashedEarlier(""))).isRight, false)
  for (const typed of ["?!", "🐕", "ʻ", "\u200b"]) {
    assert.equal(securityAnswerProblem(typed), "Your security answer needs a letter or a digit.")
  }
  assert.equal(securityAnswerProblem(" "), "Please fill out this field.")
  for (const typed of ["7", "é", "猫", "٣"]) assert.equal(securityAnswerProblem(typed), undefined)
})

test("RECOVER-05 checking an answer takes two hashes, for known and unknown users, correct or wrong", async () => {
  const hash = await hashAnswer(testPasswords, "Ibadan", pat)
  const user = { ...pat, securityAnswerHash: hash }
  for (const [typed, who] of [
    ["Ibadan", user],
    ["Lisbon", user],
    ["?", user],
    ["Ibadan", { ...user, securityAnswerHash: null }],
    ["Ibadan", undefined],
    ["", undefined],
  ] as const) {
    let hashed = 0
    const counted = {
      ...testPasswords,
      isRight: async (...asked: Parameters<typeof testPasswords.isRight>) => {
        hashed += 1
        return await testPasswords.isRight(...asked)
      },
    }
    await checkAnswer(counted, typed, who)
    assert.equal(hashed, 2, typed)
  }
})
