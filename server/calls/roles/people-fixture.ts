import assert from "node:assert/strict"
import type { Role } from "#contracts/endpoint.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { usernameOf } from "#contracts/identity/userid.ts"
import { staffRoles } from "#contracts/staff/staff-roles.ts"
import { sql } from "#database/sql.ts"
import type { TestApp } from "#testing/app.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { signedInAt } from "#testing/customer.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { paymentBody, saveMethod } from "#testing/pay-now.ts"
import { actFor, supportHost } from "#testing/staff.ts"

/** The customer that a call is about. */
export interface Subject {
  client: string
  host: string
  username: string
  userid: string
  user: StoredUser
  personNumber: string
  emailAddress: string
  document?: { documentId: string; documentSource: string; documentCategory: string }
  /** A chargeable method, and the record of a payment with it. */
  recordId?: string
  payment?: {
    idempotencyKey: string
    confirmationNumber: string
    authorizationId: string | undefined
  }
}

/** The person who makes a call. */
export interface Person {
  name: string
  may: readonly Role[]
  browser: TestBrowser
  host: string
  /** The staff member, if one acts or is signed in. */
  staffUserid: string | null
  signIn: () => Promise<StoredUser | undefined>
}

const customer = ["customer", "customer-or-staff", "anonymous-or-customer", "signed-in"] as const
const staff = ["customer-or-staff", "signed-in"] as const
const staffCallRoles = ["staff", ...staffRoles.map((role) => `staff:${role}` as const)] as const

export function visitorAt(app: TestApp, host: string): Person {
  const browser = app.browser()
  return {
    name: "visitor",
    may: [],
    browser,
    host,
    staffUserid: null,
    signIn: async () => undefined,
  }
}

export function customerAt(app: TestApp, host: string, username: string): Person {
  const browser = app.browser()
  const signIn = async () => {
    // Moves the clock so that no code is requested too soon after another.
    app.clock.advance({ minutes: 2 })
    return await browser.signIn(host, username)
  }
  return { name: username, may: customer, browser, host, staffUserid: null, signIn }
}

export function staffFor(app: TestApp, host: string, userid: string, staffMember: string): Person {
  const browser = app.browser()
  const signIn = async () => {
    // The session at the support site may have ended too.
    browser.tokens.delete(supportHost)
    return await actFor(browser, userid, staffMember)
  }
  return {
    name: `${staffMember} for ${userid}`,
    may: staff,
    browser,
    host,
    staffUserid: staffMember,
    signIn,
  }
}

export function staffOf(app: TestApp, username: string): Person {
  const browser = app.browser()
  const signIn = () => browser.signIn(supportHost, username)
  const may = ["signed-in", ...staffCallRoles] as const
  return { name: username, may, browser, host: supportHost, staffUserid: username, signIn }
}

/** Signs in a person whom a call has signed out. */
export async function awaken({ name, browser, host, signIn }: Person): Promise<void> {
  if (name === "visitor") return
  const alive = await browser.call(host, "POST /appauth/session/extend", {})
  if (alive.status !== 200) await signIn()
}

/** A customer, signed in. */
export async function subjectOf(app: TestApp, who: Person, client: string): Promise<Subject> {
  const { database } = app
  const user = await who.signIn()
  assert.ok(user)
  const { accountNumber, userid } = user
  const [facts] = await database.rows<{ personNumber: string; emailAddress: string }>(
    sql`select person_number, email_address
      from policy_admin.person where client = ${client} and account_number = ${accountNumber}`,
  )
  const [document] = await database.rows<Required<Subject>["document"]>(
    sql`select document_id, document_source,
        document_category
      from policy_admin.document join policy_admin.policy using (client, policy_number)
      where client = ${client} and account_number = ${accountNumber} order by 1 limit 1`,
  )
  assert.ok(facts)
  const username = usernameOf(userid)
  const person = { client, host: `${client}.localhost`, username, userid, user, ...facts }
  return { ...person, ...(document && { document }) }
}

/** A signed-in customer with a payment that they have made, and the terms that they agreed to. */
export async function payerOf(app: TestApp, person: Person, client: string): Promise<Subject> {
  const { browser, host } = person
  const subject = await subjectOf(app, person, client)
  const { user } = subject
  const { accountNumber, policyNumber } = user
  // This id is unique, because the same username exists at other clients.
  const recordId = `PM-${subject.username}`
  await saveMethod(app.database, { recordId, client, accountNumber, sample: "visa" })
  await makeDue(app, client, policyNumber)
  const body = await paymentBody(signedInAt(host, browser, user), policyNumber, recordId)
  const idempotencyKey = `first payment of ${subject.username}`.replaceAll(" ", "-")
  const paid = await browser.call(host, "POST /myaccount-core/payNow", body, {
    headers: { "idempotency-key": idempotencyKey },
  })
  assert.equal(paid.status, 200, paid.text)
  const { confirmationNumber } = paid.reply
  const { reply } = await browser.call(host, "POST /myaccount-core/authorizations", body)
  const authorizationId = reply.authorizations[0]?.authorizationId
  return { ...subject, recordId, payment: { idempotencyKey, confirmationNumber, authorizationId } }
}

/** Makes a product payable, with auto pay available. */
export async function makeDue({ database }: TestApp, client: string, policyNumber: string) {
  await database.rows(
    sql`update policy_admin.billing set kind = 'direct', pay_now_blocked = '', change_blocked = '',
        payment_method_record_id = null, payment_method_label = ''
      where client = ${client} and policy_number = ${policyNumber}`,
  )
  await openBooks(database, client, [policyNumber], { dueDate: "2026-03-15", amountDue: 2_000 })
}
