import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { usernameOf } from "#contracts/identity/userid.ts"
import { messages } from "#contracts/messages.ts"
import { filled } from "#contracts/placeholders.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { payloadOf } from "#testing/browser.ts"
import { type Customer, customerOf, signedInAt } from "#testing/customer.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { enterProof, giveProof } from "#testing/proof.ts"
import { maria as forgetfulMaria, recoveryOf, ticketIn } from "#testing/recovery.ts"
import { ana, registrationOf } from "#testing/registration.ts"
import { goThrough } from "#testing/staff.ts"

const host = "harbor.localhost"
let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

/** A customer whose sign-in code is eleven minutes old. */
async function stale(username: string, client = "harbor"): Promise<Customer> {
  app.clock.advance({ minutes: 2 })
  const who = await customerOf(app, username, client)
  app.clock.advance({ minutes: 11 })
  return who
}

/**
 * Whether the session is proven enough to change credentials. If so, the call gets to the check
 * that rejects an unknown question.
 */
async function isProven({ browser, host: at, user }: Customer): Promise<boolean> {
  const answer = await browser.call(at, "PUT /myaccount-core/profile/securityDetails", {
    securityQuestion: "none",
    securityAnswer: "None",
    username: usernameOf(user.userid),
  })
  const [id] = answer.messageIds
  assert.ok(id === "proof.required" || id === "securityQuestion.unknown", answer.text)
  if (id === "proof.required") assert.equal(answer.status, 409, "401 and 403 would log out")
  return id !== "proof.required"
}

async function ask({ browser, host: at }: Customer) {
  return await browser.call(at, "POST /appauth/proof", {})
}

function other(code: string): string {
  return code === "000000" ? "000001" : "000000"
}

test("PROOF-01 a new security question, password or email address needs a code of the last ten minutes, from the sign-in or later; without one the call replies 409 proof.required", async () => {
  const lena = await customerOf(app, "lena.fischer", "wayfarer")
  assert.equal(await isProven(lena), true)
  app.clock.advance({ minutes: 9, seconds: 59 })
  assert.equal(await isProven(lena), true)
  app.clock.advance({ seconds: 1 })
  assert.equal(await isProven(lena), false)
  const { status, reply } = await giveProof(app, lena, "lena.fischer@example.com")
  assert.equal(status, 200)
  assert.deepEqual(reply, { status: "SUCCESS", statusMessage: "" })
  assert.equal(await isProven(lena), true)
  app.clock.advance({ minutes: 10 })
  assert.equal(await isProven(lena), false)
})

test("PROOF-01 the code goes to the address on file, and the email names its purpose and warns people who did not request it", async () => {
  const james = await stale("james.okafor")
  const { reply } = await ask(james)
  assert.equal(reply.status, "SUCCESS")
  assert.match(reply.messages[0]?.content[0] ?? "", /one-time code to j•••••@example\.com/)
  const mail = await app.readMail("james.okafor@example.com", "one-time code")
  assert.match(mail.text, /to confirm a change to your account/)
  assert.match(mail.text, /someone else may be logged in to it/)
})

test("PROOF-01 two requests within a minute send one code, and the reply contains the remaining wait", async () => {
  const robert = await stale("robert.chen")
  const codes = async () =>
    (await app.sentEmails()).filter(
      ({ to, subject }) => to === "robert.chen@example.com" && /code/.test(subject),
    ).length
  const before = await codes()
  assert.equal((await ask(robert)).reply.status, "SUCCESS")
  app.clock.advance({ seconds: 20 })
  const again = (await ask(robert)).reply
  assert.equal(again.status, "ERROR")
  assert.equal(again.passCodeCoolDownPeriod, 40)
  assert.equal(again.disableVerifyPassCode, undefined, "the first one can be entered")
  const code = await app.readCode("robert.chen@example.com")
  assert.equal(await codes(), before + 1)
  assert.equal((await enterProof(robert, code)).reply.status, "SUCCESS")
  assert.equal((await enterProof(robert, code)).reply.status, "ERROR", "a code is good once")
})

test("PROOF-01 one person's wait does not keep another person from getting a code", async () => {
  const robert = await customerOf(app, "robert.chen", "harbor")
  const james = await stale("james.okafor")
  app.clock.advance({ minutes: 1 })
  assert.equal((await ask(robert)).reply.status, "SUCCESS")
  assert.equal((await ask(james)).reply.status, "SUCCESS")
  await app.readCode("robert.chen@example.com")
  await app.readCode("james.okafor@example.com")
})

test("PROOF-06 five wrong codes use up the tries and are in the audit log, and another code must be requested", async () => {
  const grace = await stale("grace.adeyemi")
  await ask(grace)
  const code = await app.readCode("grace.adeyemi@example.com")
  for (const left of ["4 tries", "3 tries", "2 tries", "1 try"]) {
    const { reply } = await enterProof(grace, other(code))
    assert.equal(reply.statusMessage, filled(messages["passcode.wrong"].content, { left }))
  }
  const ended = (await enterProof(grace, other(code))).reply
  assert.equal(ended.disableVerifyPassCode, true)
  assert.equal((await enterProof(grace, code)).reply.status, "ERROR", "also the right one")
  assert.equal(await isProven(grace), false)
  const reopened = (await ask(grace)).reply
  assert.equal(reopened.disableVerifyPassCode, true, "no code can be entered now")
  const trail = await auditLog(app.database, "harbor")
  const failed = trail.filter(({ action, subjectUserid }) => {
    return action === "proof.failed" && subjectUserid === grace.user.userid
  })
  assert.equal(failed.length, 5)
  assert.ok(!JSON.stringify(trail).includes(code))
  app.clock.advance({ seconds: 61 })
  assert.equal((await giveProof(app, grace, "grace.adeyemi@example.com")).reply.status, "SUCCESS")
  assert.equal(await isProven(grace), true)
})

test("PROOF-06 a code is valid only for its purpose, browser and person", async () => {
  const dorothy = await stale("dorothy.lindqvist")
  const { browser } = dorothy
  const jar = browser.cookies.get(host)
  assert.ok(jar)
  await ask(dorothy)
  const proofCode = await app.readCode("dorothy.lindqvist@example.com")
  const person = { ...payloadOf(demoPerson("dorothy.lindqvist")), client: "harbor" }
  assert.equal((await browser.call(host, "POST /appauth/login", person)).status, 200)
  const signInCode = await app.readCode("dorothy.lindqvist@example.com")

  // Each code with the other's cookie, as from a person who edits their own cookies.
  const [proofCookie, signInCookie] = [jar.get("proof") ?? "", jar.get("sign-in") ?? ""]
  assert.notEqual(proofCookie, "")
  jar.set("proof", signInCookie)
  jar.set("sign-in", proofCookie)
  assert.equal((await enterProof(dorothy, signInCode)).reply.status, "ERROR")
  const verify = "POST /appauth/passcode/verification"
  const crossed = await browser.call(host, verify, { ...person, passCode: proofCode })
  assert.equal(crossed.reply.status, "ERROR")
  jar.set("proof", proofCookie)
  jar.set("sign-in", signInCookie)

  // First the same person in another browser, then another person in this one.
  app.clock.advance({ seconds: 61 })
  const elsewhere = await customerOf(app, "dorothy.lindqvist", "harbor")
  const harold = await customerOf(app, "harold.whitfield", "harbor")
  harold.browser.cookies.get(host)?.set("proof", proofCookie)
  for (const who of [elsewhere, harold]) {
    assert.equal((await enterProof(who, proofCode)).reply.status, "ERROR")
  }
  assert.equal((await enterProof(dorothy, proofCode)).reply.status, "SUCCESS")
})

test("PROOF-06 one of many parallel calls with the same code is accepted", async () => {
  const siobhan = await stale("siobhan.obrien")
  await ask(siobhan)
  const code = await app.readCode("siobhan.obrien@example.com")
  const answers = await Promise.all(Array.from({ length: 8 }, () => enterProof(siobhan, code)))
  const right = answers.filter(({ reply }) => reply.status === "SUCCESS")
  assert.equal(right.length, 1)
})

test("PROOF-01 one person gets at most ten codes an hour", async () => {
  const frances = await stale("frances.doyle")
  const statuses: number[] = []
  for (let turn = 0; turn < 11; turn++) {
    app.clock.advance({ seconds: 61 })
    statuses.push((await ask(frances)).status)
  }
  assert.deepEqual([...new Set(statuses)].toSorted(), [200, 429])
  assert.equal(statuses.at(-1), 429)
  assert.ok(statuses.filter((status) => status === 200).length <= 10)
})

test("PROOF-05 a transfer to a union's host carries the proof and its age", async () => {
  const group = "trades.localhost"
  const union = "electricians.localhost"
  const browser = app.browser()
  await browser.signIn(group, "tom.reilly")
  app.clock.advance({ minutes: 6 })
  const { reply } = await browser.call(group, "POST /appauth/handoff", { hostName: union })
  const token = new URL(reply.siteURL).pathname.split("/").at(-1) ?? ""
  const user = await goThrough(browser, union, { token, cameFrom: app.origin(group) })
  const tom = signedInAt(union, browser, user)
  assert.equal(await isProven(tom), true)
  app.clock.advance({ minutes: 4 })
  assert.equal(await isProven(tom), false, "it is not made younger on the way")
})

test("PROOF-05 an emailed link to reset the password does not count as proof", async () => {
  const browser = app.browser()
  const recovery = recoveryOf(browser, forgetfulMaria)
  await recovery.question()
  await recovery.answer()
  const ticket = ticketIn(await app.readMail("maria.santos@example.com", "Reset"))
  const reset = await recovery.reset(ticket)
  assert.equal(reset.status, 200, reset.text)
  browser.tokens.set(host, reset.reply.access_token)
  const maria = signedInAt(host, browser, reset.reply)
  assert.equal(await isProven(maria), false)
  await giveProof(app, maria, "maria.santos@example.com")
  assert.equal(await isProven(maria), true)
})

test("PROOF-05 the code of a registration counts as proof from the time when it was entered", async () => {
  const browser = app.browser()
  const registration = registrationOf(browser, ana)
  await registration.number()
  await registration.person()
  await registration.verify(await app.readCode(ana.email))
  app.clock.advance({ minutes: 8 })
  const { reply } = await registration.complete()
  browser.tokens.set(host, reply.access_token)
  const registered = signedInAt(host, browser, reply)
  assert.equal(await isProven(registered), true)
  app.clock.advance({ minutes: 2 })
  assert.equal(await isProven(registered), false)
})

test("PROOF-07 the new password must differ from the old one", async () => {
  const anastasia = await customerOf(app, "anastasia.papakonstantinou", "harbor")
  const change = (currentPassword: string, password: string) =>
    anastasia.browser.call(host, "PUT /myaccount-core/profile/password", {
      currentPassword,
      password,
      username: "anastasia.papakonstantinou",
      hostName: host,
    })
  const same = await change("Anchor-2026", "Anchor-2026")
  assert.equal(same.status, 422)
  assert.deepEqual(same.messageIds, ["password.same"])
  assert.equal((await change("Anchor-2026", "Lantern-2027")).status, 200)
})
