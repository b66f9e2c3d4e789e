import assert from "node:assert/strict"
import { randomBytes, randomInt } from "node:crypto"
import { after, before, test } from "node:test"
import { type Endpoint, isStaffCallRole } from "#contracts/endpoint.ts"
import { type Endpoints, endpoints } from "#contracts/endpoints.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { filledCall } from "#testing/filled-call.ts"
import { bankToken, cardToken } from "#testing/gateway-tokens.ts"
import { logLines } from "#testing/log-lines.ts"
import { ana, registrationOf } from "#testing/registration.ts"
import { giveRoles } from "#testing/staff-roles.store.ts"

// No input makes a field store data that must never be stored.

const hosts = { customer: "harbor.localhost", staff: "support.localhost" }
const rows = Object.entries(endpoints) as [keyof Endpoints, Endpoint][]

const canaries = {
  card: withCheckDigit(`4${digits(14)}`),
  amex: withCheckDigit(`37${digits(12)}`),
  code: `0${digits(3)}`,
  password: `Canary-${randomBytes(6).toString("hex")}-A1`,
  answer: `canary ${randomBytes(6).toString("hex")}`,
}

/** Documented numbers that occur nowhere else in the demo data. */
const added = { card: "378282246310005", account: "000100000002" }

let app: TestApp
let log = ""
before(async () => {
  const logTo = logLines((line) => {
    log += `${line}\n`
  })
  app = await startTestApp({ logTo })
  // Four digits may already occur somewhere by chance: then another code is the canary. Amounts and
  // counts, which grow during the test, do not begin with 0.
  const before = await everyRow()
  while (holds(before, canaries.code)) canaries.code = `0${digits(3)}`
})
after(() => app.close())

test("every call refuses a card number, in body, path or query", async () => {
  for (const [key, row] of rows) {
    for (const written of [canaries.card, canaries.amex.replace(/^(.{4})(.{6})/, "$1-$2-")]) {
      const { body, params, query } = filledCall(row, () => written)
      const given = body as object | undefined
      const isRead = key.startsWith("GET ")
      const answer = await app
        .browser()
        .call(hosts.customer, key, isRead ? undefined : { ...given, deep: [{ er: written }] }, {
          ...(params && { params }),
          query: { ...query, ...(isRead && { card: written }) },
          headers: { "x-captcha": undefined },
        })
      assert.equal(answer.status, 422, key)
      assert.deepEqual(answer.messageIds, ["request.cardNumber"], key)
      assert.doesNotMatch(answer.text, /\d{4}/)
    }
  }
})

test("every call accepts passwords and security codes, and none of them is stored", async () => {
  for (const [key, row] of rows) {
    const { browser, host, user } = await callerOf(row)
    const { body, params, query } = filledCall(
      row,
      (name) => secretFor(name) ?? valueFor(name, user),
    )
    const secrets = { creditCardSecurityCode: canaries.code, cvc: canaries.code }
    const given = { ...(body as object), ...secrets, password: canaries.password }
    const answer = await browser.call(host, key, key.startsWith("GET ") ? undefined : given, {
      ...(params && { params }),
      ...(query && { query }),
    })
    assert.ok(answer.status < 500, `${key}: ${answer.text}`)
  }
})

test("a newly set password is stored only as its hash", async () => {
  const browser = app.browser()
  const calls = registrationOf(browser, ana)
  await calls.number()
  await calls.person()
  const verified = await calls.verify(await app.readCode(ana.email))
  assert.equal(verified.status, 200, verified.text)
  const { password, answer: securityAnswer } = canaries
  const completed = await calls.complete({ password, securityAnswer })
  assert.equal(completed.status, 200, completed.text)
})

test("an added card and an added account store only four digits each", async () => {
  const { browser } = await signedIn(hosts.customer, "maria.santos")
  const written = {
    username: "maria.santos",
    cardHolderName: "Maria Santos",
    addressLine1: "48 Lighthouse Road",
    addressLine2: "",
    addressLine3: "",
    city: "South Portland",
    state: "ME",
    zipCode: "04106",
    customerEmail: "maria.santos@example.com",
    customerLoginIp: "",
  }
  const card = await browser.call(hosts.customer, "POST /myaccount-core/paymentMethod", {
    ...written,
    isCreditCard: true,
    isBankAccount: false,
    cardType: "AM",
    cardNumber: await cardToken(app.gateway, added.card),
    expirationDate: "08/2031",
    methodType: "CreditCard",
    creditCardSecurityCode: "",
  })
  assert.equal(card.status, 200, card.text)
  const bank = await browser.call(hosts.customer, "POST /myaccount-core/paymentMethod", {
    ...written,
    isCreditCard: false,
    isBankAccount: true,
    isCheckingAccount: true,
    isSavingAccount: false,
    nameOnAccount: "Maria Santos",
    originalRoutingNumber: "",
    accountNumber: await bankToken(app.gateway, added.account),
    paymentType: "C",
    methodType: "Checking",
  })
  assert.equal(bank.status, 200, bank.text)
  for (const number of Object.values(added)) {
    assert.ok(bank.text.includes(`"accountNumberLast4Digit":"${number.slice(-4)}"`), bank.text)
    assert.ok(!bank.text.includes(number))
  }
})

test("no table, log line, email or gateway charge contains any canary", async () => {
  const kept = await everyRow()
  assert.match(kept, /ana\.duarte/i, "what was registered is there")
  assert.match(log, /"route"/, "the log was listened to")
  const mails = (await app.sentEmails()).map((mail) => JSON.stringify(mail))
  assert.ok(mails.length > 0)
  const charges = JSON.stringify(app.gateway.charges())
  for (const [name, canary] of Object.entries({ ...canaries, ...added })) {
    for (const [place, text] of Object.entries({ kept, log, mails: mails.join("\n"), charges })) {
      assert.ok(!holds(text, canary), `${name} is in ${place}`)
    }
  }
})

function secretFor(name: string): string | undefined {
  if (/securityCode|cvc|cvv/i.test(name)) return canaries.code
  if (/password/i.test(name)) return canaries.password
  if (/answer/i.test(name)) return canaries.answer
  return undefined
}

/** A value that a page would send, so that calls get as far as possible. */
function valueFor(name: string, user: StoredUser | undefined): string | undefined {
  const known = { client: "harbor", hostName: hosts.customer, username: "maria.santos", ...user }
  const value = (known as Record<string, unknown>)[name]
  if (typeof value === "string") return value
  return /email/i.test(name) ? "somebody@example.com" : undefined
}

let customer: { browser: TestBrowser; user: StoredUser } | undefined
let staffMember: { browser: TestBrowser; user: StoredUser } | undefined

/** A person who may make the call; signed in again if an earlier call signed them out. */
async function callerOf({ role }: Endpoint) {
  if (role === "anonymous") return { browser: app.browser(), host: hosts.customer, user: undefined }
  if (isStaffCallRole(role)) {
    staffMember ??= await signedIn(hosts.staff, "agent.kim")
    await giveRoles(app.database, "agent.kim")
    return { ...staffMember, host: hosts.staff }
  }
  if (customer) {
    const { csUserid: _, ...user } = customer.user as StoredUser & { csUserid?: string }
    const body = { ...user, policyHolder: { firstName: user.firstName, lastName: user.lastName } }
    const alive = await customer.browser.call(
      hosts.customer,
      "POST /myaccount-core/dashboard",
      body,
    )
    if (alive.status === 401) customer = undefined
  }
  customer ??= await signedIn(hosts.customer, "maria.santos")
  return { ...customer, host: hosts.customer }
}

async function signedIn(host: string, username: string) {
  const browser = app.browser()
  return { browser, user: await browser.signIn(host, username) }
}

/** Every row of every table, as text. */
async function everyRow(): Promise<string> {
  const tables = await app.database.rows<{ name: string; content: string }>(
    sql`select table_schema || '.' || table_name as name,
        query_to_xml(format('select * from %I.%I', table_schema, table_name), true, false, '')::text
          as content
      from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  assert.ok(tables.length > 20)
  return tables.map(({ name, content }) => `${name} ${content}`).join("\n")
}

const uuid = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi

/**
 * Whether a text contains a canary unchanged, without separators, or as bytes written in base64 or
 * hex.
 */
function holds(text: string, canary: string): boolean {
  const bytes = Buffer.from(canary)
  if (canary.length > 4) {
    const forms = [canary, bytes.toString("hex"), bytes.toString("base64").replace(/=+$/, "")]
    const close = text.replace(/(\d)[ -](?=\d)/g, "$1")
    return forms.some((form) => text.includes(form) || close.includes(form))
  }
  return new RegExp(`(?<![\\w.-])${canary}(?![\\w.-])`).test(text.replace(uuid, ""))
}

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join("")
}

function withCheckDigit(start: string): string {
  const sum = [...start].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${start}${(10 - (sum % 10)) % 10}`
}
