import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { after, before, test } from "node:test"
import { ApiError } from "#contracts/messages.ts"
import { bankDebitText } from "#contracts/payments/payment-method-rules.ts"
import type { AddBody, UpdateBody } from "#contracts/payments/payment-methods.ts"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { createAdapterMetrics } from "#platform/http/adapter-metrics.ts"
import { createJobs } from "#platform/jobs/jobs.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { createSeal } from "#platform/keys/seal.ts"
import { createOutbox } from "#ports/mail/outbox.ts"
import { onlyGateway } from "#ports/payment-gateway/gateways-fixture.ts"
import {
  GatewayAway,
  GatewaySilent,
  MethodGone,
  type PaymentGateway,
} from "#ports/payment-gateway/port.ts"
import { createSandboxGateway } from "#ports/payment-gateway/sandbox/sandbox.ts"
import { type SandboxGateway, startSandboxGateway } from "#ports/payment-gateway/sandbox/server.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { AccountSystemAway } from "#ports/policy-admin/port.ts"
import type { CustomerSession, Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { forgetMethods } from "#services/privacy/erasure/erasures.store.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { brandsOf } from "#testing/brands.ts"
import { createTestClock, sharedTimeOf } from "#testing/clock.ts"
import { openDemoDatabase } from "#testing/demo-database.ts"
import { bankToken, cardToken } from "#testing/gateway-tokens.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { onlyWoken } from "#testing/schedulers.ts"
import { testAudit } from "#testing/secret-key.ts"
import { findMethod, findMethods } from "./payment-methods.store.ts"
import { createPaymentMethods } from "./payment-methods.ts"

// Covers a gateway that does not answer, and a process that dies in the middle.

const clock = createTestClock()
const secret = "a secret of this test"
const key = randomBytes(32)
const site = { origin: "http://harbor.localhost", client: "harbor" } as Site
const session: CustomerSession = {
  kind: "customer",
  id: "1",
  client: "harbor",
  userid: "maria.santos_harbor",
  accountNumber: "HM2041187",
  staffUserid: null,
  securityQuestionId: null,
  provenAt: null,
  startedAt: new Date(0),
}

let database: Database
let sandbox: SandboxGateway
let gateway: PaymentGateway
interface Process extends Pick<ReturnType<typeof createPaymentMethods>, "handlers" | "report"> {
  goOn(): Promise<void>
  stop(): Promise<void>
}
const started: Process[] = []

before(async () => {
  ;[database, sandbox] = await Promise.all([
    openDemoDatabase(clock),
    startSandboxGateway({ secret, clock, silenceMs: 1_000 }),
  ])
  const address = sandbox.address
  gateway = createSandboxGateway({
    address: () => address,
    browserAddress: address,
    framesAddress: () => address,
    secret,
    timeoutMs: 25_000,
    clock,
  })
})

after(async () => {
  await Promise.all(started.map((process) => process.stop()))
  await Promise.all([sandbox.close(), database.close()])
})

/** A server process with only payment methods, with the given faults. */
function startProcess(wrong: { gateway?: Partial<PaymentGateway>; policyAdmin?: object } = {}) {
  const brands = brandsOf(database, clock)
  const deps = {
    database,
    clock,
    policyAdmin: { ...createEmbeddedPolicyAdmin(database), ...wrong.policyAdmin },
    gateways: onlyGateway({ ...gateway, ...wrong.gateway }),
    audit: testAudit(clock),
    outbox: createOutbox({ seal: createSeal(createKeyRing(key).for("seal")), clock }),
    adapterMetrics: createAdapterMetrics(),
    wakeEmail() {},
    rateLimits: { consume: async () => {} },
    localize: async (_: string, messageId: string) => ({ type: "SUCCESS", content: [], messageId }),
    contents: async () => [{ title: "", content: "^\\d{16}$" }],
    brands,
    brandOf: brands.brandOf,
    log: { info() {}, warn() {}, error() {} },
  } as object as Deps
  const methods = createPaymentMethods(deps)
  const jobs = createJobs({ log: deps.log, scheduler: onlyWoken, sharedTime: sharedTimeOf(clock) })
  const job = jobs.add(methods.job)
  const process = {
    handlers: methods.handlers,
    report: methods.report,
    async goOn() {
      jobs.start()
      job.wake()
      await job.idle()
    },
    stop: () => jobs.stop(),
  }
  started.push(process)
  return process
}

const call = {
  site,
  session,
  ip: "",
  userAgent: "Test browser",
  params: undefined,
  query: undefined,
  cookies: {} as never,
  idempotencyKey: "",
  requireStepUpCode() {},
}

function cardBody(cardNumber: string, city = "South Portland"): AddBody {
  return {
    username: "maria.santos",
    cardHolderName: "Maria Santos",
    addressLine1: "48 Lighthouse Road",
    addressLine2: "",
    addressLine3: "",
    city,
    state: "ME",
    zipCode: "04106",
    customerEmail: "",
    customerLoginIp: "",
    isCreditCard: true,
    isBankAccount: false,
    cardType: "VS",
    cardNumber,
    expirationDate: "08/2031",
    methodType: "CreditCard",
    creditCardSecurityCode: "",
  }
}

const add = (process: (typeof started)[number], body: AddBody) =>
  process.handlers["POST /myaccount-core/paymentMethod"]({ ...call, body })

const update = (process: (typeof started)[number], paymentRecordId: string, city: string) =>
  process.handlers["PUT /myaccount-core/paymentMethod"]({
    ...call,
    body: { ...cardBody("", city), cardNumber: "", paymentRecordId } as UpdateBody,
  })

const remove = (process: (typeof started)[number], recordId: string) =>
  process.handlers["POST /myaccount-core/paymentMethod/delete"]({
    ...call,
    body: {
      client: "harbor",
      accountNumber: session.accountNumber,
      policyNumber: "",
      userid: session.userid,
      isEmailSubscribed: true,
      firstName: "Maria",
      lastName: "Santos",
      recordId,
      methodType: "CreditCard",
      endAutoPay: "Y",
    },
  })

const methods = () => findMethods(database, "harbor", session.accountNumber)
/** Adds a card that no other test uses. */
async function addedMethod() {
  await add(startProcess(), cardBody(await cardToken(sandbox, "4242424242424242")))
  const [method] = await methods()
  assert.ok(method)
  return method
}

const open = async () =>
  await database.rows<{ kind: string; status: string }>(
    sql`select kind, status from myaccount_core.payment_method_request where next_try_at is not null`,
  )
const refusal = (messageId: string) => (error: unknown) =>
  error instanceof ApiError && error.messageId === messageId

/** Makes the call, and loses its answer. */
function losing<Arguments extends unknown[]>(ask: (...given: Arguments) => Promise<unknown>) {
  return async (...given: Arguments): Promise<never> => {
    await ask(...given)
    throw new GatewaySilent("The answer was lost.")
  }
}

test("an addition whose answer was lost is finished when the same entry is sent again", async () => {
  const before = await methods()
  const body = cardBody(await cardToken(sandbox, "4242424242424242"))
  const losingIt = startProcess({ gateway: { keep: losing(gateway.keep) } })
  await assert.rejects(add(losingIt, body), refusal("paymentMethod.gatewayAway"))
  assert.equal((await methods()).length, before.length, "it was said that nothing was saved")
  assert.deepEqual(await open(), [{ kind: "add", status: "open" }])
  await add(startProcess(), body)
  await add(startProcess(), body)
  assert.equal((await methods()).length, before.length + 1)
  assert.deepEqual(await open(), [])
})

test("an addition that the customer does not repeat is undone, also at the gateway", async () => {
  const before = await methods()
  const body = cardBody(await cardToken(sandbox, "4242424242424242"))
  let reference = ""
  const keep: PaymentGateway["keep"] = async (...given) => {
    reference = (await gateway.keep(...given)).reference
    throw new GatewaySilent("The answer was lost.")
  }
  const process = startProcess({ gateway: { keep } })
  await assert.rejects(add(process, body), refusal("paymentMethod.gatewayAway"))
  const other = startProcess()
  await other.goOn()
  assert.equal((await open()).length, 1, "the person may still come back")
  clock.advance({ minutes: 11 })
  await Promise.all([other.goOn(), startProcess().goOn()])
  assert.deepEqual(await open(), [])
  await assert.rejects(gateway.change(reference, { holderName: "x" }, "a key"), MethodGone)
  assert.deepEqual(await methods(), before)
  await assert.rejects(add(other, body), refusal("paymentMethod.invalid"), "its token is used up")
})

test("a change whose answer was lost is continued, and a later change comes after it", async () => {
  const method = await addedMethod()
  const silent = startProcess({ gateway: { change: losing(gateway.change) } })
  const change = update(silent, method.recordId, "Bangor")
  await assert.rejects(change, refusal("paymentMethod.changeOnItsWay"))
  const city = async () =>
    (await methods()).find(({ recordId }) => recordId === method.recordId)?.cityName
  assert.equal(await city(), "South Portland")
  clock.advance({ minutes: 3 })
  const process = startProcess()
  await process.goOn()
  assert.equal(await city(), "Bangor")

  await assert.rejects(update(silent, method.recordId, "Augusta"))
  await update(process, method.recordId, "Camden")
  assert.equal(await city(), "Camden")
  assert.deepEqual(await open(), [])
  const changes = (await auditLog(database, "harbor")).filter(
    ({ action }) => action === "paymentMethod.change",
  )
  const cities = changes.map((entry) => /, (\w+), ME/.exec(JSON.stringify(entry.after))?.[1])
  assert.deepEqual(cities, ["Bangor", "Augusta", "Camden"], "each is audited, in order")
})

test("a change that never reached the gateway leaves nothing behind", async () => {
  const method = await addedMethod()
  const change = async () => {
    throw new GatewayAway("Not reached.")
  }
  const process = startProcess({ gateway: { change } })
  const changed = update(process, method.recordId, "Nowhere")
  await assert.rejects(changed, refusal("paymentMethod.gatewayAway"))
  assert.deepEqual(await open(), [])
  assert.notEqual((await methods())[0]?.cityName, "Nowhere")
})

test("a deleted method is gone at once, and auto pay ends when the account system is back", async () => {
  const policyAdmin = createEmbeddedPolicyAdmin(database)
  const onAutoPay = async () => {
    const account = await policyAdmin.account("harbor", session.accountNumber)
    return (account?.products ?? []).filter(
      ({ billing }) => billing.paymentMethodRecordId === "PM-20418",
    ).length
  }
  const changeBilling = async () => {
    throw new AccountSystemAway("Away.")
  }
  assert.equal(await onAutoPay(), 1)
  await remove(startProcess({ policyAdmin: { changeBilling } }), "PM-20418")
  assert.ok(!(await methods()).some(({ recordId }) => recordId === "PM-20418"))
  assert.equal(await onAutoPay(), 1)
  clock.advance({ minutes: 3 })
  await startProcess().goOn()
  assert.equal(await onAutoPay(), 0)
  assert.deepEqual(await open(), [])
  const recorded = await database.rows(
    sql`select 1 from audit.entry where action in ('autoPay.change', 'paymentMethod.delete')`,
  )
  assert.equal(recorded.length, 2)
})

test("METHODS-08 an account that must be verified first is added, and the person learns where to verify it", async () => {
  const verifyAt = "https://gateway.example/verify"
  const keep: PaymentGateway["keep"] = async (...given) => {
    return { ...(await gateway.keep(...given)), verifyAt }
  }
  const body = cardBody(await cardToken(sandbox, "4242424242424242"))
  const { messages, paymentMethods } = await add(startProcess({ gateway: { keep } }), body)
  assert.equal(messages[0]?.messageId, "paymentMethod.addedToVerify")
  assert.equal(paymentMethods[0]?.verifyAt, verifyAt)
})

test("a bank account is saved with where and how its holder agreed, and the text stays", async () => {
  let given: unknown
  const keep: PaymentGateway["keep"] = async (token, key, terms) => {
    given = terms?.acceptance
    return await gateway.keep(token, key, terms)
  }
  const body = {
    ...cardBody(""),
    isCreditCard: false,
    isBankAccount: true,
    isCheckingAccount: true,
    isSavingAccount: false,
    nameOnAccount: "Maria Santos",
    originalRoutingNumber: "",
    accountNumber: await bankToken(sandbox),
    paymentType: "C",
    methodType: "Checking",
  } as unknown as AddBody
  const at = clock.now()
  await add(startProcess({ gateway: { keep } }), body)
  const { ip, userAgent } = call
  assert.partialDeepStrictEqual(given, { at, ip, userAgent })
  const added = (await auditLog(database, "harbor")).findLast(
    ({ action }) => action === "paymentMethod.add",
  )
  const text = bankDebitText("Harbor Mutual", "(800) 555-0142")
  assert.match(text, /you authorize Harbor Mutual to debit it/)
  assert.ok(JSON.stringify(added?.after).includes(text), JSON.stringify(added?.after))
})

test("AUTHENTICATE-02 a card whose bank asks for confirmation is saved after the customer confirms, and otherwise discarded", async () => {
  const answerBank = (address: string, answer: string) =>
    fetch(`${address}/${answer}`, { method: "POST", redirect: "manual" })
  const process = startProcess()
  const send = async () => cardBody(await cardToken(sandbox, "4000002500003155"))
  const saved = async () => (await findMethods(database, "harbor", session.accountNumber)).length
  const before = await saved()

  const confirmed = await send()
  const asked = await add(process, confirmed)
  assert.deepEqual([await saved(), asked.messages], [before, []])
  assert.equal((await add(process, confirmed)).authenticateAt, asked.authenticateAt)
  await answerBank(asked.authenticateAt, "confirm")
  const added = await add(process, confirmed)
  assert.deepEqual(
    [added.authenticateAt, added.messages[0]?.messageId],
    ["", "paymentMethod.added"],
  )
  await add(process, confirmed)
  assert.equal(await saved(), before + 1)

  const refused = await send()
  await answerBank((await add(process, refused)).authenticateAt, "refuse")
  await assert.rejects(add(process, refused), { messageId: "paymentMethod.notAuthenticated" })

  const left = await send()
  const { authenticateAt } = await add(process, left)
  clock.advance({ minutes: 11 })
  await process.goOn()
  await answerBank(authenticateAt, "confirm")
  await assert.rejects(add(process, left), { messageId: "paymentMethod.invalid" })
  assert.equal(await saved(), before + 1)
})

test("METHODS-06 a method for one payment is deleted after a day", async () => {
  const token = await cardToken(sandbox, "4242424242424242")
  const process = startProcess()
  const once = { addPaymentMethodFrom: "paynow", rememberPaymentMethod: "N" } as const
  const { paymentMethods } = await add(process, { ...cardBody(token), ...once })
  const recordId = paymentMethods[0]?.paymentRecordId
  const offered = async () =>
    (await findMethods(database, "harbor", session.accountNumber, { notRemembered: "all" })).filter(
      (method) => method.recordId === recordId,
    )
  clock.advance({ hours: 23 })
  await process.goOn()
  const [method] = await offered()
  assert.ok(method)
  clock.advance({ hours: 2 })
  await process.goOn()
  assert.deepEqual(await offered(), [])
  const change = gateway.change(method.gatewayReference, { holderName: "x" }, "another key")
  await assert.rejects(change, MethodGone)
})

test("METHODS-13 a reference that two people share stays at the gateway until its last row is deleted", async () => {
  const reference = "sample.visa.08-2031.shared"
  const forgotten: string[] = []
  const process = startProcess({
    gateway: { forget: async (told) => void forgotten.push(told) },
  })
  const rows = [
    { recordId: "shared 1", accountNumber: session.accountNumber },
    { recordId: "shared 2", accountNumber: "HM3300214" },
    { recordId: "shared 3", accountNumber: "HM3300215" },
  ]
  for (const row of rows) {
    await saveMethod(database, { ...row, client: "harbor", sample: "visa" })
    await database.rows(
      sql`update myaccount_core.payment_method set gateway_reference = ${reference}
        where record_id = ${row.recordId}`,
    )
  }
  // The card was renewed: everyone who pays with it sees the change.
  const method = { kind: "card", cardType: "VS", lastFour: "1881", institution: "" } as const
  const kept = { ...method, expirationDate: "08/2035", maskedRoutingNumber: "", reference }
  assert.equal(await process.report({ method: kept, isVerificationFailed: false }, "sandbox"), true)
  for (const { recordId, accountNumber } of rows) {
    const found = await findMethod(database, "harbor", accountNumber, recordId)
    assert.deepEqual([found?.lastFour, found?.expirationDate], ["1881", "08/2035"])
  }

  await remove(process, "shared 1")
  await process.goOn()
  assert.equal(forgotten.length, 0)
  const erase = async (accountNumber: string) => {
    await database.transaction((tx) => forgetMethods(tx, "harbor", accountNumber, clock.now()))
    await process.goOn()
  }
  await erase("HM3300214")
  assert.ok(!forgotten.includes(reference), "one person still pays with it")
  await database.rows(sql`delete from myaccount_core.payment_method where record_id = 'shared 2'`)
  await erase("HM3300215")
  assert.deepEqual(
    forgotten.filter((one) => one === reference),
    [reference],
  )
  assert.deepEqual(await open(), [])
})
