import assert from "node:assert/strict"
import type { Endpoint } from "#contracts/endpoint.ts"
import { type Endpoints, endpoints } from "#contracts/endpoints.ts"
import {
  authorizationText,
  authorizationTitle,
  authorizationVersion,
} from "#contracts/payments/authorization-rules.ts"
import { sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { staffPasswordOf } from "#services/identity/credentials/password.ts"
import {
  findPaymentsByConfirmation,
  type Payment,
} from "#services/payments/paying/payments.store.ts"
import { insertApproval } from "#services/staff/approvals/approvals.store.ts"
import { createEmailVersions } from "#services/staff/customers/served-customer.ts"
import type { TestApp } from "#testing/app.ts"
import { signedInAt } from "#testing/customer.ts"
import { filledCall } from "#testing/filled-call.ts"
import { cardToken } from "#testing/gateway-tokens.ts"
import { paymentBody, saveMethod } from "#testing/pay-now.ts"
import { secondTenant, secondTenantPerson } from "#testing/second-tenant/second-tenant.ts"
import { testPasswords, testSecrets } from "#testing/secret-key.ts"
import {
  changeBody,
  choiceNow,
  factsOf,
  kindOf,
  quoteOf,
} from "#web/payments/auto-pay/auto-pay-change.ts"
import { makeDue, type Person, type Subject } from "./people-fixture.ts"
import { table } from "./table.expected.ts"
import { postedCredit, waitingRefund, waitingWriteOff } from "./waiting-money-fixture.ts"

export type Key = keyof Endpoints

/** A call as it is sent. */
export interface Call {
  params?: Record<string, string> | undefined
  query?: Record<string, string> | undefined
  body?: unknown
  idempotencyKey?: string
}

type Values = Record<string, unknown>
/** The additions of a call to the common values: other values, or a whole body. */
type Special = (app: TestApp, who: Person, of: Subject) => Promise<{ values?: Values } & Call>

/**
 * A call that this person may make for this customer, and that has its usual effect. Every field of
 * the contract is filled, and everything that the call needs is created first.
 */
export async function callOf(app: TestApp, key: Key, who: Person, of: Subject): Promise<Call> {
  await putBackEmail(app, of)
  await proveSessionsOf(app, of, table[key].proofs.length > 0)
  const { values, ...given } = (await specials[key]?.(app, who, of)) ?? {}
  const all: Values = { ...sensible, ...valuesOf(who, of), ...values }
  return { ...filledCall(endpoints[key] as Endpoint, (name) => all[name]), ...given }
}

export async function send(
  { browser, host }: Person,
  key: Key,
  call: Call,
  headers: Record<string, string | undefined> = {},
) {
  const { body, params, query, idempotencyKey = crypto.randomUUID() } = call
  return await browser.call(host, key, key.startsWith("GET ") ? undefined : (body ?? {}), {
    ...(params && { params }),
    ...(query && { query }),
    headers: { "idempotency-key": idempotencyKey, ...headers },
  })
}

const emailVersions = createEmailVersions({ secrets: testSecrets })

/** Values of fields for which a value derived from the name would not make sense. */
const sensible: Values = {
  addressLine1: "12 Quay Street",
  addressLine2: "",
  addressLine3: "",
  cityName: "Portland",
  city: "Portland",
  stateCode: "ME",
  state: "ME",
  zipCode: "04101",
  phoneNumber: "2075550148",
  clientLoginIp: "203.0.113.9",
  customerLoginIp: "203.0.113.9",
  csLoginIp: "203.0.113.9",
  securityQuestion: "4",
  currentPassword: "Anchor-2026",
  password: "Lantern-2027",
  cardNumber: "token_of_a_gateway",
  expirationDate: "08/2031",
  planNumber: "4000000017",
  certificateNo: "4000000017",
}

function valuesOf({ staffUserid, host }: Person, of: Subject): Values {
  const { client, username, userid, user, document, payment, recordId } = of
  const { accountNumber, policyNumber, firstName, lastName } = user
  return {
    client,
    hostName: host,
    accountNumber,
    policyNumber,
    firstName,
    lastName,
    userid,
    userId: userid,
    username,
    csUserid: staffUserid ?? "",
    personNumber: of.personNumber,
    emailAddress: of.emailAddress,
    emailVersion: emailVersions.of({ client, accountNumber }, of.emailAddress),
    customerEmail: of.emailAddress,
    ...document,
    ...payment,
    paymentRecordId: recordId,
    ...(client === secondTenant && { currentPassword: secondTenantPerson(username).password }),
  }
}

/** Staff name a registration by its userid. */
const named: Special = async (_, __, { userid }) => ({ values: { username: userid } })

const specials: Partial<Record<Key, Special>> = {
  "POST /appauth/handoff": async (_, __, { host }) => ({ values: { hostName: host } }),

  async "POST /appauth/proof/verification"(app, { browser, host }, { emailAddress }) {
    // Moves the clock so that no code is requested too soon after another, and no earlier one
    // arrives with it.
    app.clock.advance({ minutes: 2 })
    await app.settle()
    await browser.call(host, "POST /appauth/proof", {})
    return { values: { passCode: await app.readCode(emailAddress) } }
  },

  async "POST /myaccount-core/accountRecord/notRecognised"(_, { browser, host }) {
    const { reply } = await browser.call(host, "GET /myaccount-core/accountRecord")
    return { values: { number: reply.items[0]?.number } }
  },

  "GET /myaccount-core/agent/clients": async (_, { staffUserid }, { user }) => ({
    values: { userId: staffUserid, value: user.policyNumber },
  }),
  "GET /myaccount-core/agent/ledger": async () => ({
    values: { from: "2026-03-01", to: "2026-03-31" },
  }),
  "GET /myaccount-core/agent/ledger/payments": async () => ({
    values: {
      from: "2026-03-01",
      to: "2026-03-31",
      after: "2026-03-01T00:00:00.000Z/00000000-0000-4000-8000-000000000000/0",
    },
  }),
  async "PUT /appauth/staff/password"({ database }, { staffUserid }) {
    const currentPassword = "Anchor-2026"
    const stored = await testPasswords.hash(currentPassword, staffPasswordOf(staffUserid ?? ""))
    await database.rows(
      sql`update appauth.agent set password_hash = ${stored} where userid = ${staffUserid}`,
    )
    return { values: { currentPassword, password: "Quarry-Lamp-58" } }
  },
  "POST /myaccount-core/agent/resetPassword": named,
  "PUT /myaccount-core/agent/email": async (_, __, { username }) => ({
    values: { newEmail: `${username}@elsewhere.example.com` },
  }),
  "DELETE /myaccount-core/agent/users/{username}": named,

  async "POST /myaccount-core/agent/approvals/{id}"({ database, clock }, _, of) {
    const id = crypto.randomUUID()
    const { client, userid, user } = of
    const askedAt = clock.now()
    await database.rows(
      sql`delete from myaccount_core.staff_approval where client = ${client} and userid = ${userid}`,
    )
    await database.transaction((tx) =>
      insertApproval(tx, {
        id,
        client,
        accountNumber: user.accountNumber,
        userid,
        action: "resetPassword",
        emailVersion: emailVersions.of({ client, ...user }, of.emailAddress),
        askedBy: "agent.osei",
        askedAt,
        expiresAt: later(askedAt, { hours: 1 }),
      }),
    )
    return { values: { id } }
  },

  async "POST /myaccount-core/agent/refunds"(app, _, of) {
    await paymentOf(app, of)
    return { values: { customerClient: of.client, refundAmount: "1.00", reason: "Paid twice" } }
  },
  "POST /myaccount-core/agent/refunds/{id}": async (app, _, of) =>
    await waitingRefund(app, of, "agent.osei", await paymentOf(app, of)),
  "DELETE /myaccount-core/agent/refunds/{id}": async (app, who, of) =>
    await waitingRefund(app, of, who.staffUserid ?? "agent.moreau", await paymentOf(app, of)),

  "POST /myaccount-core/agent/corrections": async (_, __, { client, user }) => ({
    body: {
      customerClient: client,
      accountNumber: user.accountNumber,
      policyNumber: user.policyNumber,
      kind: "credit",
      billNumber: null,
      amount: "1.00",
      reason: "Goodwill",
    },
  }),
  "POST /myaccount-core/agent/reversals": (app, _, of) => postedCredit(app, of),
  "POST /myaccount-core/agent/corrections/{id}": (app, _, of) =>
    waitingWriteOff(app, of, "agent.osei"),
  "DELETE /myaccount-core/agent/corrections/{id}": (app, who, of) =>
    waitingWriteOff(app, of, who.staffUserid ?? "agent.moreau"),

  async "PUT /myaccount-core/profile"({ database }, _, { client, user }) {
    const [person] = await database.rows<{ contactVersion: string }>(
      sql`select contact_version::text as contact_version from policy_admin.person
        where client = ${client} and account_number = ${user.accountNumber}`,
    )
    // A different address each time, so that the call changes something.
    const addressLine1 = `${crypto.randomUUID().slice(0, 8)} Quay Street`
    return { values: { ...person, addressLine1 } }
  },

  async "POST /myaccount-core/profile/email/code"(app, who, of) {
    await askNewEmail(app, who, of)
    return {}
  },
  async "POST /myaccount-core/profile/email/verification"(app, who, of) {
    const emailAddress = await askNewEmail(app, who, of)
    return { values: { emailAddress, passCode: await app.readCode(emailAddress) } }
  },
  async "DELETE /myaccount-core/profile/email"(app, who, of) {
    await askNewEmail(app, who, of)
    await proveSessionsOf(app, of, false)
    return {}
  },

  "PUT /myaccount-core/emails/unsubscribe": (app, _, of) => subscribed(app, of, true),
  "PUT /myaccount-core/emails/resubscribe": (app, _, of) => subscribed(app, of, false),

  "POST /myaccount-core/paymentMethod": async ({ gateway }) => ({
    values: { cardNumber: await cardToken(gateway, "4242424242424242") },
  }),
  "PUT /myaccount-core/paymentMethod": async (app, _, of) => ({
    values: { paymentRecordId: await savedMethod(app, of) },
  }),
  "POST /myaccount-core/paymentMethod/delete": async (app, _, of) => ({
    values: { recordId: await savedMethod(app, of) },
  }),

  async "POST /myaccount-core/payNow"(app, who, { client, user, recordId = "" }) {
    const { policyNumber } = user
    await makeDue(app, client, policyNumber)
    const payer = signedInAt(who.host, who.browser, asActed(user, who))
    return { body: await paymentBody(payer, policyNumber, recordId) }
  },
  "GET /myaccount-core/payNow": async (_, __, { payment }) => ({
    idempotencyKey: payment?.idempotencyKey ?? "",
  }),
  "POST /myaccount-core/payNow/authentication": async (_, __, { payment }) => ({
    idempotencyKey: payment?.idempotencyKey ?? "",
  }),

  async "PUT /myaccount-core/paymentFrequency"(app, who, of) {
    await makeDue(app, of.client, of.user.policyNumber)
    return { body: await autoPayBody(who, of) }
  },
  async "PUT /myaccount-core/autoPay/skip"({ database }, { browser, host }, of) {
    const { client, user, recordId = "" } = of
    await database.rows(sql`delete from policy_admin.skipped_charge where client = ${client}`)
    await database.rows(sql`delete from myaccount_core.auto_pay_skip where client = ${client}`)
    await database.rows(
      sql`update policy_admin.billing set payment_method_record_id = ${recordId}
        where client = ${client} and policy_number = ${user.policyNumber}`,
    )
    const { body } = signedInAt(host, browser, user)
    const { reply } = await browser.call(host, "POST /myaccount-core/paymentFrequency", body)
    return { values: { chargeDate: reply.nextCharge?.dueDate } }
  },
}

/** The payment of this customer, where a refund is possible. */
async function paymentOf({ database }: TestApp, { client, payment }: Subject): Promise<Payment> {
  const number = payment?.confirmationNumber ?? ""
  const [found] = await findPaymentsByConfirmation(database, [client], number)
  assert.ok(found)
  return found
}

/** Restores the demo's email address after an earlier call changed it. */
async function putBackEmail({ database }: TestApp, { client, user, emailAddress }: Subject) {
  await database.rows(
    sql`update policy_admin.person set email_address = ${emailAddress}
      where client = ${client} and account_number = ${user.accountNumber}
        and email_address <> ${emailAddress}`,
  )
}

/** Requests another email address on the customer's profile, and returns it. */
async function askNewEmail(app: TestApp, who: Person, of: Subject): Promise<string> {
  const key = "PUT /myaccount-core/profile"
  // The tests request more codes than one person may in an hour.
  await app.database.rows(sql`delete from appauth.budget`)
  const { body } = await callOf(app, key, who, of)
  const emailAddress = `${crypto.randomUUID()}@example.org`
  const answer = await who.browser.call(who.host, key, { ...(body as object), emailAddress })
  assert.equal(answer.status, 200, answer.text)
  return emailAddress
}

/** Marks this customer's sessions as having just entered a step-up code, or none so far. */
async function proveSessionsOf(
  { database, clock }: TestApp,
  { userid }: Subject,
  hasEntered: boolean,
) {
  await database.rows(
    sql`update appauth.session set proven_at = ${hasEntered ? clock.now() : null}
      where userid = ${userid} and agent_userid is null`,
  )
}

/** A method that the call may change or delete. */
async function savedMethod({ database }: TestApp, { client, user }: Subject): Promise<string> {
  const recordId = `PM-${crypto.randomUUID()}`
  const { accountNumber } = user
  await saveMethod(database, { recordId, client, accountNumber, sample: "visa" })
  return recordId
}

/** A link can also name the person whose subscription changes; its holder needs no session. */
async function subscribed({ database }: TestApp, of: Subject, isSubscribed: boolean) {
  await database.rows(
    sql`update policy_admin.person set is_email_subscribed = ${isSubscribed}
      where client = ${of.client} and account_number = ${of.user.accountNumber}`,
  )
  return { body: { userId: of.userid } }
}

/** The stored user, with the staff member who acts for them. */
function asActed(user: Subject["user"], { staffUserid }: Pick<Person, "staffUserid">) {
  return staffUserid ? { ...user, csUserid: staffUserid } : user
}

/** The body that the dialog sends after the customer agreed to auto pay with their method. */
async function autoPayBody({ browser, host, staffUserid }: Person, of: Subject) {
  const { client, user, recordId = "" } = of
  const body = { ...signedInAt(host, browser, user).body, csUserid: staffUserid ?? "" }
  const ask = <K extends Key>(key: K, sent?: unknown) => browser.call(host, key, sent)
  const { reply: methods } = await ask("POST /myaccount-core/paymentMethods", body)
  const { reply } = await ask("POST /myaccount-core/paymentFrequency", body)
  const [product] = reply.activeProducts
  assert.ok(product)
  const chosen = { ...choiceNow(product), paymentMethodRecordId: recordId }
  const method = methods.paymentMethods.find((one) => one.paymentRecordId === recordId)
  const quote = quoteOf(reply.chargeQuotes, chosen)
  assert.ok(quote)
  const change = { product, chosen, method, quote }
  const asking = {
    user: asActed(user, { staffUserid }),
    client,
    reader: reply.authorizationReader,
    hostName: host,
    currentDate: reply.currentDate,
  }
  const kind = kindOf(change) ?? "frequency"
  const titles = [authorizationTitle(kind)]
  const { reply: texts } = await ask("POST /appcontent/contents", { titles })
  const text = authorizationText(kind, texts.items[0]?.content ?? "", factsOf(change, asking))
  return changeBody(change, asking, await authorizationVersion(text ?? ""))
}
