import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { usernameOf } from "#contracts/identity/userid.ts"
import { messages } from "#contracts/messages.ts"
import { filled } from "#contracts/placeholders.ts"
import type { Profile } from "#contracts/profile/profile.ts"
import { sql } from "#database/sql.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { payloadOf } from "#testing/browser.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { giveProof } from "#testing/proof.ts"
import { type Forgetful, maria as forgetfulMaria, recoveryOf, ticketIn } from "#testing/recovery.ts"
import { actFor, saveEmail, supportHost } from "#testing/staff.ts"

const host = "harbor.localhost"
let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

/**
 * A customer who signed in just now, so that no proof is required, with the demo's email address.
 */
async function fresh(username: string): Promise<Customer> {
  app.clock.advance({ minutes: 2 })
  const { accountNumber, emailAddress } = demoPerson(username)
  await app.database.rows(
    sql`update policy_admin.person
      set email_address = ${emailAddress}, email_edit_blocked = ''
      where client = 'harbor' and account_number = ${accountNumber}`,
  )
  return await customerOf(app, username, "harbor")
}

async function profileOf({ browser, body }: Customer): Promise<Profile> {
  const { firstName, lastName, ...rest } = body
  const sent = { ...rest, policyHolder: { firstName, lastName } }
  const answer = await browser.call(host, "POST /myaccount-core/profile", sent)
  assert.equal(answer.status, 200, answer.text)
  return answer.reply.profile
}

/** Saves the form with this change applied to the data on file, or to `profile`. */
async function save(who: Customer, change: object, profile?: Profile) {
  const base = profile ?? (await profileOf(who))
  return await who.browser.call(host, "PUT /myaccount-core/profile", {
    ...base.address,
    emailAddress: base.policyHolder.emailAddress,
    phoneNumber: base.phoneNumber,
    personNumber: base.policyHolder.personNumber,
    username: usernameOf(base.userId),
    hostName: host,
    clientLoginIp: "",
    contactVersion: base.contactVersion,
    ...change,
  })
}

async function enter({ browser }: Customer, emailAddress: string, passCode: string) {
  const key = "POST /myaccount-core/profile/email/verification"
  return await browser.call(host, key, { emailAddress, passCode })
}

async function sendCode({ browser }: Customer) {
  return await browser.call(host, "POST /myaccount-core/profile/email/code", {})
}

/** The sign-in code for another browser, from the mailbox of this address. */
async function signInCodeAt(username: string, address: string): Promise<string> {
  app.clock.advance({ minutes: 2 })
  const payload = { ...payloadOf(demoPerson(username)), client: "harbor" }
  assert.equal((await app.browser().call(host, "POST /appauth/login", payload)).status, 200)
  return await app.readCode(address, "to finish logging in")
}

async function actionsOf(who: Customer): Promise<string[]> {
  const trail = await auditLog(app.database, "harbor")
  return trail
    .filter(({ subjectUserid }) => subjectUserid === who.user.userid)
    .map(({ action }) => action)
    .filter((action) => /^(contact|newEmail)\./.test(action))
}

const other = (code: string) => (code === "000000" ? "000001" : "000000")

test("PROOF-08 ASVS-06 a new address waits until its emailed code is entered; the rest is saved, codes and tickets go to the old address, and other sessions end when the code is entered", async () => {
  const elsewhere = await fresh("maria.santos")
  app.clock.advance({ minutes: 1 })
  const maria = await fresh("maria.santos")
  const [from, to] = ["maria.santos@example.com", "m.santos@example.org"]
  const saved = await save(maria, { emailAddress: to, phoneNumber: "2075550111" })
  assert.equal(saved.status, 200, saved.text)
  const ids = saved.reply.messages.map(({ messageId }) => messageId)
  assert.deepEqual(ids, ["profile.saved", "profile.confirmEmail"])
  const waiting = await profileOf(maria)
  assert.deepEqual(saved.reply.profile, waiting)
  assert.equal(waiting.phoneNumber, "2075550111")
  assert.equal(waiting.policyHolder.emailAddress, from)
  assert.equal(waiting.waitingEmail, to)

  const code = await codeOfNew(from, to)

  const refused = await enter(maria, to, other(code))
  assert.equal(refused.reply.status, "ERROR")
  assert.equal(
    refused.reply.statusMessage,
    filled(messages["passcode.wrong"].content, { left: "4 tries" }),
  )
  assert.equal((await profileOf(maria)).policyHolder.emailAddress, from)
  assert.equal((await profileOf(elsewhere)).policyHolder.emailAddress, from)
  const entered = await enter(maria, to, code)
  assert.deepEqual((await sendCode(elsewhere)).messageIds, ["session.expired"])
  assert.equal(entered.reply.status, "SUCCESS", entered.text)
  assert.equal(entered.reply.messages[0]?.messageId, "profile.savedEmail")
  const changed = await profileOf(maria)
  assert.equal(changed.policyHolder.emailAddress, to)
  assert.equal(changed.waitingEmail, "")
  assert.equal(changed.phoneNumber, "2075550111")
  await assertBothInformed(from, to)
  await signInCodeAt("maria.santos", to)
  assert.deepEqual(await actionsOf(maria), [
    "contact.change",
    "newEmail.ask",
    "newEmail.failed",
    "contact.change",
  ])
  assert.deepEqual((await enter(maria, to, code)).messageIds, ["newEmail.none"])
})

/** Asserts that codes and links go to the old address. Returns the code that the new one got. */
async function codeOfNew(from: string, to: string): Promise<string> {
  const told = await app.readMail(from, "contact information")
  assert.match(told.text, /This was changed: phone number\./)
  const mail = await app.readMail(to, "one-time code")
  assert.match(mail.text, /to confirm that this is your email address/)
  assert.match(mail.text, /someone may have typed your address by mistake/)
  assert.doesNotMatch(mail.text, /Maria|Santos/, "the mailbox may be a stranger's")
  await signInCodeAt("maria.santos", from)
  const recovery = recoveryOf(app.browser(), forgetfulMaria)
  await recovery.question()
  await recovery.answer()
  assert.notEqual(ticketIn(await app.readMail(from, "Reset")), "")
  return mail.text.match(/\b\d{6}\b/)?.[0] ?? ""
}

/** Asserts that both addresses were informed of the change. */
async function assertBothInformed(from: string, to: string) {
  for (const address of [from, to]) {
    const told = await app.readMail(address, "contact information")
    assert.match(
      told.text,
      /we will send our emails and your one-time codes to m•••••@example\.org/,
    )
    assert.doesNotMatch(told.text, /m\.santos@example\.org/)
  }
}

test("PROOF-09 a typing error in both fields can be corrected: the later address counts, and the earlier code is invalid", async () => {
  const james = await fresh("james.okafor")
  const [slip, right] = ["james.okafro@example.com", "james.o@example.com"]
  await save(james, { emailAddress: slip })
  const slipCode = await app.readCode(slip)
  await save(james, { emailAddress: right })
  const code = await app.readCode(right)
  assert.deepEqual((await enter(james, slip, slipCode)).messageIds, ["newEmail.replaced"])
  const crossed = await enter(james, right, slipCode === code ? other(code) : slipCode)
  assert.equal(crossed.reply.status, "ERROR")
  assert.equal((await enter(james, right, code)).reply.status, "SUCCESS")
  assert.equal((await profileOf(james)).policyHolder.emailAddress, right)
})

test("PROOF-09 another browser of the person can enter the code; a new code is sent at most once a minute", async () => {
  const siobhan = await fresh("siobhan.obrien")
  const to = "siobhan@example.net"
  await save(siobhan, { emailAddress: to })
  await app.readCode(to)
  const soon = (await sendCode(siobhan)).reply
  assert.equal(soon.status, "ERROR")
  assert.equal(soon.disableVerifyPassCode, undefined)
  const elsewhere = await fresh("siobhan.obrien")
  assert.equal((await profileOf(elsewhere)).waitingEmail, to)
  assert.equal((await sendCode(elsewhere)).reply.status, "SUCCESS")
  const code = await app.readCode(to)
  assert.equal((await enter(siobhan, to, code)).reply.status, "ERROR", "it is the other browser's")
  assert.equal((await enter(elsewhere, to, code)).reply.status, "SUCCESS")
})

test("PROOF-09 the person can withdraw a waiting address, which expires after a day", async () => {
  const dorothy = await fresh("dorothy.lindqvist")
  const to = "dorothy@example.net"
  await save(dorothy, { emailAddress: to })
  const code = await app.readCode(to)
  const key = "DELETE /myaccount-core/profile/email"
  assert.equal((await dorothy.browser.call(host, key)).status, 200)
  assert.equal((await dorothy.browser.call(host, key)).status, 200, "twice is no harm")
  assert.equal((await profileOf(dorothy)).waitingEmail, "")
  assert.deepEqual((await enter(dorothy, to, code)).messageIds, ["newEmail.none"])
  assert.deepEqual((await sendCode(dorothy)).messageIds, ["newEmail.none"])
  assert.deepEqual(await actionsOf(dorothy), ["newEmail.ask", "newEmail.cancel"])
  await save(dorothy, { emailAddress: to })
  app.clock.advance({ hours: 24 })
  const later = await fresh("dorothy.lindqvist")
  assert.equal((await profileOf(later)).waitingEmail, "")
})

test("PROOF-09 a change by staff in the meantime takes effect at once and cancels the waiting address", async () => {
  const grace = await fresh("grace.adeyemi")
  await save(grace, { emailAddress: "grace.new@example.org" })
  const code = await app.readCode("grace.new@example.org")
  const kim = app.browser()
  const acting = await actFor(kim, grace.user.userid)
  const byStaff = await saveEmail(kim, acting, "grace.staff@example.org")
  assert.equal(byStaff.reply.profile.policyHolder.emailAddress, "grace.staff@example.org")
  assert.equal(byStaff.reply.messages[0]?.messageId, "profile.savedEmail")
  assert.deepEqual((await enter(grace, "grace.new@example.org", code)).messageIds, [
    "newEmail.none",
  ])
  // Holds even if staff restored the first address.
  await saveEmail(kim, acting, "grace.adeyemi@example.com")
  assert.equal((await profileOf(grace)).waitingEmail, "")
  assert.equal((await profileOf(grace)).policyHolder.emailAddress, "grace.adeyemi@example.com")
  assert.ok(kim.tokens.has(supportHost))
})

test("PROOF-09 an address that other software put on file in the meantime is not overwritten", async () => {
  const anastasia = await fresh("anastasia.papakonstantinou")
  const to = "anastasia@example.org"
  await save(anastasia, { emailAddress: to })
  const code = await app.readCode(to)
  const policyAdmin = createEmbeddedPolicyAdmin(app.database)
  const account = anastasia.user.accountNumber
  const person = await policyAdmin.person("harbor", account)
  assert.ok(person)
  const newer = { ...person, emailAddress: "anastasia.newer@example.org" }
  assert.ok(await policyAdmin.changeContact("harbor", account, person.contactVersion, newer))
  assert.equal((await profileOf(anastasia)).waitingEmail, "")
  assert.deepEqual((await enter(anastasia, to, code)).messageIds, ["newEmail.none"])
  assert.equal((await profileOf(anastasia)).policyHolder.emailAddress, newer.emailAddress)
})

test("PROOF-09 another change of contact data in the meantime is kept along with the new address", async () => {
  const anastasia = await fresh("anastasia.papakonstantinou")
  const seen = await profileOf(anastasia)
  const to = "anastasia.p@example.org"
  await save(anastasia, { emailAddress: to })
  const code = await app.readCode(to)
  assert.equal((await save(anastasia, { addressLine2: "Second floor" })).status, 200)
  assert.equal((await profileOf(anastasia)).waitingEmail, to, "another street drops nothing")
  const late = await save(anastasia, { emailAddress: "late@example.org" }, seen)
  assert.deepEqual(late.messageIds, ["profile.changedMeanwhile"])
  const repeated = await save(anastasia, { addressLine2: "Second floor", emailAddress: to }, seen)
  assert.equal(repeated.status, 200, "its answer may have been lost on the way")
  const answers = await Promise.all(Array.from({ length: 5 }, () => enter(anastasia, to, code)))
  const right = answers.filter(({ reply }) => reply?.status === "SUCCESS")
  assert.equal(right.length, 1)
  const now = await profileOf(anastasia)
  assert.equal(now.policyHolder.emailAddress, to)
  assert.equal(now.address.addressLine2, "Second floor")
})

test("PROOF-09 when two addresses are requested at the same time, one waits, and only its code is valid", async () => {
  const robert = await fresh("robert.chen")
  const wanted = ["one@example.org", "two@example.org"]
  const answers = await Promise.all(wanted.map((emailAddress) => save(robert, { emailAddress })))
  for (const { status, text } of answers) assert.equal(status, 200, text)
  const { waitingEmail } = await profileOf(robert)
  assert.ok(wanted.includes(waitingEmail))
  const rows = await app.database.rows(
    sql`select 1 from myaccount_core.new_email where account_number = ${robert.user.accountNumber}`,
  )
  assert.equal(rows.length, 1)
  app.clock.advance({ seconds: 61 })
  await app.readCode(waitingEmail)
  await sendCode(robert)
  const code = await app.readCode(waitingEmail)
  assert.equal((await enter(robert, waitingEmail, code)).reply.status, "SUCCESS")
})

test("PROOF-09 after too many codes to new addresses, the change waits and the reason is shown", async () => {
  const frances = await fresh("frances.doyle")
  for (let turn = 0; turn < 10; turn++) {
    await save(frances, { emailAddress: `turn${turn}@example.org` })
  }
  const last = await save(frances, { emailAddress: "turn10@example.org" })
  assert.equal(last.status, 200)
  assert.equal(last.reply.profile.waitingEmail, "turn10@example.org")
  const codes = (await app.sentEmails()).filter(({ to }) => to === "turn10@example.org")
  assert.deepEqual(codes, [])
  assert.deepEqual((await sendCode(frances)).messageIds, ["passcode.tooManyCodes"])
})

test("PROOF-10 an open session alone is not enough to take over the account", async () => {
  const robert = await fresh("robert.chen")
  app.clock.advance({ minutes: 11 })
  const mine = await profileOf(robert)
  const attacker = "attacker@example.net"
  const body = { securityQuestion: "5", securityAnswer: "Mine" }
  const steps = [
    await save(robert, { emailAddress: attacker }, mine),
    await robert.browser.call(host, "PUT /myaccount-core/profile/securityDetails", {
      ...body,
      username: "robert.chen",
    }),
  ]
  for (const { messageIds } of steps) assert.deepEqual(messageIds, ["proof.required"])
  assert.deepEqual(await profileOf(robert), mine)
  const forgetful: Forgetful = { ...forgetfulMaria, username: "robert.chen", answer: "Mine" }
  const recovery = recoveryOf(app.browser(), forgetful)
  await recovery.question()
  await recovery.answer()
  app.clock.advance({ minutes: 1 })
  await giveProof(app, robert, "robert.chen@example.com")
  assert.deepEqual(
    (await app.sentEmails()).filter(({ to }) => to === attacker),
    [],
  )
})
