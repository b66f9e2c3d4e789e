import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { usernameOf } from "#contracts/identity/userid.ts"
import type { Profile } from "#contracts/profile/profile.ts"
import { sql } from "#database/sql.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import type { Deps } from "#services/deps.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { noEvents } from "#testing/events.ts"
import { staffActingFor } from "#testing/staff.ts"
import { statementsDuring } from "#testing/statements.ts"
import { createContactChanges } from "./contact/contact-changes.ts"
import { contactChangesJob } from "./contact/contact-changes-job.ts"

let app: TestApp
/** A customer whose profile no test changes. */
let maria: Customer
let james: Customer

before(async () => {
  app = await startTestApp()
  maria = await customerOf(app, "maria.santos", "harbor")
  james = await customerOf(app, "james.okafor", "harbor")
})

after(() => app.close())

async function read({ browser, host, body }: Customer, change: object = {}) {
  const { firstName, lastName, ...rest } = body
  const sent = { ...rest, policyHolder: { firstName, lastName }, ...change }
  return await browser.call(host, "POST /myaccount-core/profile", sent)
}

async function profileOf(who: Customer): Promise<Profile> {
  const answer = await read(who)
  assert.equal(answer.status, 200, answer.text)
  return answer.reply.profile
}

/** The form's body after the person changed only `change`. */
function asTyped(profile: Profile, change: object = {}) {
  return {
    ...profile.address,
    emailAddress: profile.policyHolder.emailAddress,
    phoneNumber: profile.phoneNumber,
    personNumber: profile.policyHolder.personNumber,
    username: usernameOf(profile.userId),
    hostName: `${profile.userId.split("_").at(-1)}.localhost`,
    clientLoginIp: "",
    contactVersion: profile.contactVersion,
    ...change,
  }
}

async function save(who: Customer, body: object) {
  return await who.browser.call(who.host, "PUT /myaccount-core/profile", body)
}

/** Requests another email address, and enters the code that is sent to it. */
async function saveEmail(who: Customer, profile: Profile, emailAddress: string) {
  assert.equal((await save(who, asTyped(profile, { emailAddress }))).status, 200)
  const key = "POST /myaccount-core/profile/email/verification"
  const passCode = await app.readCode(emailAddress)
  return await who.browser.call(who.host, key, { emailAddress, passCode })
}

async function recorded(accountNumber: string, client = "harbor") {
  const entries = await auditLog(app.database, client)
  return entries.filter(
    (entry) => entry.action === "contact.change" && entry.accountNumber === accountNumber,
  )
}

test("PROFILE-01 the profile shows the person's data, with one statement after the session lookup", async () => {
  const statements = await statementsDuring(app.database, () => profileOf(maria))
  const asked = statements.filter(({ text }) => text.includes("policy_admin."))
  const profile = await profileOf(maria)
  assert.equal(asked.length, 1)
  const { contactVersion, ...rest } = profile
  assert.notEqual(contactVersion, "")
  const open = { disable: "N", message: "" }
  assert.deepEqual(rest, {
    userId: "maria.santos_harbor",
    policyHolder: {
      firstName: "Maria",
      lastName: "Santos",
      dateOfBirth: "08/19/1955",
      emailAddress: "maria.santos@example.com",
      personNumber: "773041",
    },
    address: {
      addressLine1: "48 Lighthouse Road",
      addressLine2: "Apartment 3B",
      addressLine3: "",
      cityName: "South Portland",
      stateCode: "ME",
      zipCode: "04106",
    },
    phoneNumber: "2075550148",
    securityQuestion: "What was the name of your first school?",
    waitingEmail: "",
    emailUnsubscribedStatus: "N",
    editOption: { addressEdit: open, phoneNumberEdit: open, emailEdit: open, save: open },
  })
})

test("CALLS-03 a person cannot read or change another's profile: it is not found", async () => {
  const policyNumber = james.body.policyNumber
  assert.deepEqual((await read(maria, { policyNumber })).messageIds, ["product.gone"])
  const mine = await profileOf(maria)
  const his = await profileOf(james)
  const foreign = [
    [{ username: "james.okafor" }, "request.notYours"],
    [{ username: "" }, "request.notYours"],
    [{ username: "maria.santos_harbor" }, "request.notYours"],
    [{ personNumber: his.policyHolder.personNumber }, "request.notFound"],
    [{ personNumber: "" }, "request.notFound"],
  ] as const
  for (const [names, id] of foreign) {
    const answer = await save(maria, asTyped(mine, { ...names, addressLine1: "1 Other Street" }))
    assert.deepEqual(answer.messageIds, [id], JSON.stringify(names))
  }
  assert.deepEqual(await profileOf(maria), mine)
  assert.deepEqual(await profileOf(james), his)
  assert.deepEqual(await recorded(maria.body.accountNumber), [])
})

const wrong: [string, object, string][] = [
  ["no address", { addressLine1: "  " }, "profile.required"],
  ["no city", { cityName: "" }, "profile.required"],
  ["no state", { stateCode: "" }, "profile.required"],
  ["an unknown state", { stateCode: "ZZ" }, "profile.state"],
  ["a built-in property name as a state", { stateCode: "__" }, "profile.state"],
  ["no zip code", { zipCode: "" }, "profile.required"],
  ["an invalid zip code", { zipCode: "0410" }, "profile.zip"],
  ["a phone number of nine digits", { phoneNumber: "207555014" }, "profile.phone"],
  ["a phone number of eleven digits", { phoneNumber: "12075550148" }, "profile.phone"],
  ["a formatted phone number", { phoneNumber: "(207) 555-0148" }, "request.invalid"],
  ["no email address", { emailAddress: "" }, "profile.required"],
  ["an invalid email address", { emailAddress: "maria@example" }, "email.invalid"],
  ["two email addresses", { emailAddress: "a@example.com, b@example.com" }, "email.invalid"],
  ["a line of 31 characters", { addressLine1: "x".repeat(31) }, "request.invalid"],
  ["a city of 31 characters", { cityName: "x".repeat(31) }, "request.invalid"],
  ["a character that cannot be shown", { addressLine1: "1 Main\u0000" }, "request.invalid"],
  ["a line break", { addressLine1: "1 Main\nStreet" }, "request.invalid"],
]

for (const [name, change, messageId] of wrong) {
  test(`PROFILE-03 ${name} is rejected, and nothing changes`, async () => {
    const mine = await profileOf(maria)
    const answer = await save(maria, asTyped(mine, change))
    assert.equal(answer.status, 422, answer.text)
    assert.deepEqual(answer.messageIds, [messageId])
    assert.deepEqual(await profileOf(maria), mine)
  })
}

test("PROFILE-03 new contact data is saved as typed, reported by email and added to the audit log", async () => {
  const siobhan = await customerOf(app, "siobhan.obrien", "harbor")
  const mine = await profileOf(siobhan)
  const change = {
    addressLine1: " 9 Señor Street <b> ",
    addressLine2: "",
    cityName: "Bangor",
    stateCode: "NY",
    zipCode: "04401-0001",
    phoneNumber: "",
  }
  const answer = await save(siobhan, asTyped(mine, change))
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(
    answer.reply.messages.map(({ messageId }) => messageId),
    ["profile.saved"],
  )
  const saved = answer.reply.profile
  assert.equal(saved.address.addressLine1, "9 Señor Street <b>")
  assert.equal(saved.address.zipCode, "04401-0001")
  assert.equal(saved.phoneNumber, "")
  assert.notEqual(saved.contactVersion, mine.contactVersion)
  assert.deepEqual(await profileOf(siobhan), saved)
  const mail = await app.readMail("siobhan.obrien@example.com", "contact information")
  assert.match(mail.text, /This was changed: address, phone number\./)
  assert.doesNotMatch(mail.text, /Señor|555-0162/)
  const [entry, ...more] = await recorded(siobhan.body.accountNumber)
  assert.equal(more.length, 0)
  assert.equal(entry?.actorKind, "customer")
  assert.equal(entry?.subjectUserid, "siobhan.obrien_harbor")
  assert.deepEqual(entry?.before, {
    address: "215 Narragansett Avenue, Newport, RI, 02840",
    phoneNumber: "(401) 555-0162",
  })
  assert.deepEqual(entry?.after, {
    address: "9 Señor Street <b>, Bangor, NY, 04401-0001",
    phoneNumber: "",
  })
})

test("a new email address is announced at the old and the new address, and is masked in the audit log", async () => {
  const frances = await customerOf(app, "frances.doyle", "harbor")
  const mine = await profileOf(frances)
  const emailAddress = "f.doyle@example.org"
  const answer = await saveEmail(frances, mine, emailAddress)
  assert.equal(answer.reply.messages[0]?.messageId, "profile.savedEmail")
  for (const to of ["frances.doyle@example.com", emailAddress]) {
    const mail = await app.readMail(to, "contact information")
    assert.match(
      mail.text,
      /we will send our emails and your one-time codes to f•••••@example\.org/,
    )
    assert.match(mail.text, /If this was not you, please call us right away/)
    assert.doesNotMatch(mail.text, /f\.doyle@example\.org/)
  }
  const entry = (await recorded(frances.body.accountNumber)).at(-1)
  assert.deepEqual(entry?.before, { email: "frances.doyle@example.com" })
  assert.deepEqual(entry?.after, { email: emailAddress })
  const { reply } = await frances.browser.call(frances.host, "GET /myaccount-core/accountRecord")
  const read = reply.items.map(({ what }) => what)
  assert.ok(
    read.includes("You changed the email address from f•••••e@example.com to f•••••e@example.org"),
  )
})

test("saving twice, or saving unchanged data, changes nothing and sends no email", async () => {
  const tomasz = await customerOf(app, "tomasz.wisniewski", "wayfarer")
  const mine = await profileOf(tomasz)
  const body = asTyped(mine, { cityName: "Manchester" })
  assert.equal((await save(tomasz, body)).status, 200)
  const again = await save(tomasz, body)
  assert.equal(again.status, 200, "the answer may have been lost on the way")
  assert.deepEqual(again.reply.profile, await profileOf(tomasz))
  assert.equal((await recorded(tomasz.body.accountNumber, "wayfarer")).length, 1)
  await app.readMail("tomasz.wisniewski@example.com", "contact information")
})

test("a change of data that another session has changed is rejected, and nothing is lost", async () => {
  const seen = await profileOf(james)
  await save(james, asTyped(seen, { addressLine2: "Rear house" }))
  const late = await save(james, asTyped(seen, { phoneNumber: "6035550100" }))
  assert.equal(late.status, 409)
  assert.deepEqual(late.messageIds, ["profile.changedMeanwhile"])
  const now = await profileOf(james)
  assert.equal(now.address.addressLine2, "Rear house")
  assert.equal(now.phoneNumber, seen.phoneNumber)
  const mended = await save(james, asTyped(now, { phoneNumber: "6035550100" }))
  assert.equal(mended.status, 200)
  assert.equal(mended.reply.profile.address.addressLine2, "Rear house")
})

test("of many simultaneous changes to the same data, one is made and emailed", async () => {
  const seen = await profileOf(james)
  const before = (await recorded(james.body.accountNumber)).length
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => save(james, asTyped(seen, { addressLine3: `Door ${n}` }))),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409, 409])
  const winner = answers.findIndex(({ status }) => status === 200)
  assert.equal((await profileOf(james)).address.addressLine3, `Door ${winner}`)
  assert.equal((await recorded(james.body.accountNumber)).length, before + 1)
  const left = await app.database.rows(sql`select 1 from myaccount_core.contact_change`)
  assert.deepEqual(left, [])
})

const blocked: [string, keyof Profile["editOption"], object, object][] = [
  ["dorothy.lindqvist", "addressEdit", { cityName: "Bath" }, { phoneNumber: "9145550100" }],
  ["grace.adeyemi", "phoneNumberEdit", { phoneNumber: "8605550100" }, { cityName: "Bath" }],
  ["robert.chen", "emailEdit", { emailAddress: "r@example.com" }, { cityName: "Bath" }],
]

for (const [username, option, closed, open] of blocked) {
  test(`PROFILE-02 ${option} is disabled with its reason, and the rest can be edited`, async () => {
    const who = await customerOf(app, username, "harbor")
    const mine = await profileOf(who)
    assert.equal(mine.editOption[option].disable, "Y")
    assert.equal(mine.editOption.save.disable, "N")
    const refused = await save(who, asTyped(mine, closed))
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.messageIds, ["profile.blocked"])
    assert.ok(refused.text.includes(mine.editOption[option].message))
    assert.deepEqual(await profileOf(who), mine)
    assert.equal((await save(who, asTyped(mine, open))).status, 200)
  })
}

test("PROFILE-02 a profile that is disabled as a whole accepts no change", async () => {
  const harold = await customerOf(app, "harold.whitfield", "harbor")
  const mine = await profileOf(harold)
  for (const { disable, message } of Object.values(mine.editOption)) {
    assert.equal(disable, "Y")
    assert.match(message, /^Your records are being moved/)
  }
  const change = asTyped(mine, { cityName: "Bath" })
  assert.deepEqual((await save(harold, change)).messageIds, ["profile.blocked"])
})

test("staff who act for a customer change contact data in their own name", async () => {
  const anastasia = await staffActingFor(app, "anastasia.papakonstantinou", "harbor")
  const mine = await profileOf(anastasia)
  assert.equal((await save(anastasia, asTyped(mine, { cityName: "Bristol" }))).status, 200)
  const [entry] = await recorded(anastasia.body.accountNumber)
  assert.equal(entry?.actorKind, "staff")
  assert.equal(entry?.actorUserid, "agent.kim")
  assert.equal(entry?.subjectUserid, anastasia.user.userid)
})

test("another process reports a change whose process died, and drops one that was never made", async () => {
  const policyAdmin = createEmbeddedPolicyAdmin(app.database)
  const { accountNumber } = demoPerson("lena.fischer")
  const person = await policyAdmin.person("wayfarer", accountNumber ?? "")
  assert.ok(person)
  const emails: (string | null)[] = []
  const deps = {
    database: app.database,
    clock: app.clock,
    audit: { record: async () => {} },
    outbox: { add: async (_: object, email: { to: string }) => void emails.push(email.to) },
    wakeEmail() {},
    brandOf: async (_: string, siteAddress: string) => {
      return { clientName: "", phoneNumber: "", timeZone: "UTC", mailColor: "#000000", siteAddress }
    },
    policyAdmin: {
      ...policyAdmin,
      async changeContact(...change: Parameters<typeof policyAdmin.changeContact>) {
        const { emailAddress } = change[3]
        if (emailAddress.startsWith("never")) throw new Error("Died before.")
        await policyAdmin.changeContact(...change)
        throw new Error("Died after.")
      },
    },
    events: noEvents,
  } as object as Deps
  const changes = createContactChanges(deps, { begin: async () => null })
  const change = (emailAddress: string) => {
    const asked = {
      client: "wayfarer",
      before: person,
      after: { ...person, emailAddress },
      siteAddress: "http://wayfarer.localhost",
      action: "contact.change",
      by: { actor: { kind: "system" }, subjectUserid: null, ip: null },
    } as const
    return changes.change(asked, async () => true)
  }
  await assert.rejects(change("never@example.com"), /Died before/)
  await assert.rejects(change("lena.new@example.com"), /Died after/)
  const job = contactChangesJob(deps, changes)
  await job.run()
  assert.deepEqual(emails, [], "the customer may still wait for the reply")
  const changed = await policyAdmin.person("wayfarer", person.accountNumber)
  assert.ok(changed)
  const another = { ...changed, phoneNumber: "5550100199" }
  await policyAdmin.changeContact("wayfarer", person.accountNumber, changed.contactVersion, another)
  app.clock.advance({ seconds: 61 })
  await Promise.all([job.run(), job.run()])
  assert.deepEqual(emails.toSorted(), [person.emailAddress, "lena.new@example.com"])
  const left = await app.database.rows(sql`select 1 from myaccount_core.contact_change`)
  assert.deepEqual(left, [])
})
