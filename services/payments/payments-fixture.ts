import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { sql } from "#database/sql.ts"
import { createAdapterMetrics } from "#platform/http/adapter-metrics.ts"
import { createPaymentMetrics } from "#platform/http/payment-metrics.ts"
import { createJobs } from "#platform/jobs/jobs.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { createSeal } from "#platform/keys/seal.ts"
import { createLocalize } from "#platform/localize.ts"
import { createOutbox, unsealEmail } from "#ports/mail/outbox.ts"
import { onlyGateway } from "#ports/payment-gateway/gateways-fixture.ts"
import type { PaymentGateway } from "#ports/payment-gateway/port.ts"
import { createSandboxGateway } from "#ports/payment-gateway/sandbox/sandbox.ts"
import { startSandboxGateway } from "#ports/payment-gateway/sandbox/server.ts"
import { lockBook, writeBook } from "#ports/policy-admin/embedded/books.store.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { addBill } from "#ports/policy-admin/embedded/ledger/book.ts"
import type { Bill } from "#ports/policy-admin/embedded/ledger/types.ts"
import { type PersonRecord, replacePeople } from "#ports/policy-admin/embedded/people.load.ts"
import type { Deps } from "#services/deps.ts"
import { createOptionalEmails } from "#services/profile/subscriptions/optional-emails.ts"
import { writeTestBrands } from "#testing/brands.ts"
import { createTestClock, sharedTimeOf, type TestClock } from "#testing/clock.ts"
import { openTestDatabase } from "#testing/database.ts"
import { noEvents } from "#testing/events.ts"
import { payerAccount, payerDue, payerPolicy, payers } from "#testing/payers.ts"
import { onlyWoken } from "#testing/schedulers.ts"
import { testAudit, testSecrets } from "#testing/secret-key.ts"
import { createCorrections } from "./adjustments/corrections.ts"
import { createRefunds } from "./adjustments/refunds.ts"
import { createAutoPayFailures } from "./auto-pay/auto-pay-failures.ts"
import { createAutoPayListener } from "./auto-pay/auto-pay-listener.ts"
import { chargingJob } from "./paying/charging-job.ts"
import { createPaymentEmails } from "./paying/payment-emails.ts"
import { createPaymentProcessing } from "./paying/payment-processing.ts"
import type { PaymentRequest } from "./paying/payment-request.ts"
import {
  findPayment,
  findPaymentEvents,
  findPaymentsOfAccount,
  type Payment,
} from "./paying/payments.store.ts"
import { createPostingFailures } from "./paying/posting-failures.ts"
import { createLostPayments } from "./reconciliation/lost-payments.ts"
import { createSweep } from "./reconciliation/sweep.ts"

export const deaths = [
  "before the charge",
  "after the charge",
  "before the posting",
  "after the posting",
] as const
type Death = (typeof deaths)[number]

export const client = "test-client"
/** The texts of the catalog: no client has its own. */
export const testLocalize = createLocalize(async () => undefined)
const secret = "a secret of this test"

/**
 * The real core, account system and sandbox with `count` people who have a debt, and any number of
 * processes.
 */
export async function startPaymentsTest(count: number, timeZone = "America/New_York") {
  return await startPaymentsWorld({ [client]: timeZone }, () => payers(count), createTestClock())
}

/**
 * Like `startPaymentsTest`, for several clients, given by their time zones, and with other people.
 */
export async function startPaymentsWorld(
  timeZones: Record<string, string>,
  peopleOf: (client: string) => PersonRecord[],
  clock: TestClock,
) {
  const [database, sandbox] = await Promise.all([
    openTestDatabase(),
    startSandboxGateway({ secret, clock, silenceMs: 1_000 }),
  ])
  const brands = await writeTestBrands(database, clock, timeZones)
  for (const one of Object.keys(timeZones)) {
    await database.transaction((tx) => replacePeople(tx, one, peopleOf(one)))
  }
  const policyAdmin = createEmbeddedPolicyAdmin(database)
  const gateway = createSandboxGateway({
    address: () => sandbox.address,
    browserAddress: sandbox.address,
    framesAddress: () => sandbox.address,
    secret,
    timeoutMs: 25_000,
    clock,
  })
  const seal = createSeal(createKeyRing(randomBytes(32)).for("seal"))
  const processes: { wake(): void; idle(): Promise<void>; stop(): Promise<void> }[] = []
  /** The running processes that were started without other adapters. */
  const usual = new Set<(typeof processes)[number]>()

  return {
    clock,
    database,
    sandbox,
    gateway,
    policyAdmin,
    brands,
    seal,
    /**
     * Starts one more server process, as far as payments are concerned. Its jobs run only in
     * `resolve` or after `wake`.
     */
    startProcess(
      on: Partial<Pick<Deps, "gateways" | "policyAdmin" | "database" | "brands" | "events">> & {
        gateway?: PaymentGateway
      } = {},
    ) {
      const outbox = createOutbox({ seal, clock })
      const logged: object[] = []
      const adapterMetrics = createAdapterMetrics()
      const deps = {
        database: on.database ?? database,
        policyAdmin: on.policyAdmin ?? policyAdmin,
        gateways: on.gateways ?? onlyGateway(on.gateway ?? gateway),
        clock,
        sharedTime: sharedTimeOf(clock).now,
        secrets: testSecrets,
        audit: testAudit(clock),
        outbox,
        events: on.events ?? noEvents,
        adapterMetrics,
        wakeEmail() {},
        log: { info() {}, warn() {}, error: (data: object) => void logged.push(data) },
        brands: on.brands ?? brands,
        brandOf: brands.brandOf,
        localize: testLocalize,
      } as Partial<Deps> as Deps
      const failures = createAutoPayFailures(deps)
      const metrics = createPaymentMetrics()
      const listener = createAutoPayListener(deps, failures, metrics)
      const emails = createPaymentEmails(deps, createOptionalEmails(deps), listener)
      const postingFailures = createPostingFailures(deps, metrics)
      const refunds = createRefunds(deps, postingFailures)
      const processing = createPaymentProcessing(deps, emails, listener, refunds, metrics)
      const corrections = createCorrections(deps, postingFailures)
      const jobs = createJobs({
        log: deps.log,
        scheduler: onlyWoken,
        sharedTime: sharedTimeOf(clock),
      })
      const job = jobs.add(chargingJob(deps, processing))
      const refundJob = jobs.add(refunds.job)
      const correctionJob = jobs.add(corrections.job)
      const process = {
        ...processing,
        refunds,
        /** Submits like a customer who looks at the screens once the payment is posted. */
        async submit(request: PaymentRequest): Promise<Payment> {
          const payment = await processing.submit(request)
          await processing.idle()
          return (await processing.find(payment)) ?? payment
        },
        /** Returns as soon as the customer gets an answer. */
        submitAlone: processing.submit,
        report: async (told: Parameters<typeof processing.report>[0], from = gateway.name) =>
          await processing.report(told, from),
        corrections,
        recordLost: createLostPayments(deps, processing).record,
        sweep: createSweep(deps, processing, refunds, processing.metrics).run,
        logged,
        adapterMetrics,
        wake() {
          jobs.start()
          job.wake()
          refundJob.wake()
          correctionJob.wake()
        },
        /** Resolves once no payment is being processed in this process. */
        async idle() {
          await processing.idle()
          await Promise.all([job.idle(), refundJob.idle(), correctionJob.idle()])
        },
        async stop() {
          usual.delete(process)
          await Promise.all([processing.stop(), jobs.stop()])
        },
      }
      processes.push(process)
      if (Object.keys(on).length === 0) usual.add(process)
      return process
    },
    /** A process that dies at this point and writes nothing afterward. */
    startDying(moment: Death) {
      let dead = false
      const die = () => {
        dead = true
        throw new Error("This process is gone.")
      }
      const alive = <Result>(work: () => Promise<Result>) => (dead ? die() : work())
      return this.startProcess({
        database: {
          ...database,
          rows: async (statement) => await alive(() => database.rows(statement)),
          transaction: async (work) => await alive(() => database.transaction(work)),
        },
        gateway: {
          ...gateway,
          async charge(charge) {
            if (moment === "before the charge") die()
            const answer = await gateway.charge(charge)
            return moment === "after the charge" ? die() : answer
          },
        },
        policyAdmin: {
          ...policyAdmin,
          async applyPayment(payment) {
            if (moment === "before the posting") die()
            await policyAdmin.applyPayment(payment)
            if (moment === "after the posting") die()
          },
        },
      })
    },
    /**
     * Lets claims expire, and these processes continue the remaining work: without names, the
     * processes without other adapters. So chance never lets a broken adapter claim a payment.
     *
     * Errors: an `Error` if every process has other adapters, and none is named.
     */
    async resolve(...named: Pick<(typeof processes)[number], "wake">[]) {
      const woken = named.length > 0 ? named : [...usual]
      if (woken.length === 0) throw new Error("Name the process that continues.")
      clock.advance({ seconds: 31 })
      for (const process of woken) process.wake()
      // All processes, because any may have claimed the payment that a test waits for.
      for (const process of processes) await process.idle()
    },
    async payment(id: string): Promise<Payment> {
      const payment = await findPayment(database, client, id)
      assert.ok(payment)
      return payment
    },
    async paymentOf(payer: number): Promise<Payment> {
      const [payment] = await findPaymentsOfAccount(database, client, payerAccount(payer), 1)
      assert.ok(payment)
      return payment
    },
    async timeline(id: string): Promise<string> {
      const events = await findPaymentEvents(database, client, [id])
      return events.map(({ status }) => status).join(" ")
    },
    /** The account system's billing of a payer's first product. */
    async billing(payer: number) {
      const account = await policyAdmin.account(client, payerAccount(payer))
      assert.ok(account?.products[0])
      return account.products[0].billing
    },
    /**
     * Issues one more bill of a payer's first product. It is like the last one, except for
     * `change`.
     */
    async bill(payer: number, change: (last: Bill) => Partial<Bill> = () => ({})) {
      const product = { client, policyNumber: payerPolicy(payer) }
      await database.transaction(async (tx) => {
        const stored = await lockBook(tx, product)
        assert.ok(stored)
        const [last] = stored.book.bills.slice(-1)
        assert.ok(last)
        const number = last.number + 1
        const bill = { ...last, number, ...change(last) }
        await writeBook(tx, product, stored, addBill(stored.book, bill))
      })
    },
    /** The sandbox's charges for this payment. */
    charges: (id: string) => sandbox.charges().filter(({ key }) => key === id),
    async mailsTo(payer: number) {
      const rows = await database.rows<{ id: string; sealed: Buffer }>(
        sql`select id, sealed from mail.outbox order by created_at`,
      )
      return rows
        .map(({ id, sealed }) => unsealEmail(seal, id, sealed))
        .filter(({ to }) => to === `ines.varga.${payer}@example.com`)
    },
    async close() {
      await Promise.all(processes.map((process) => process.stop()))
      await Promise.all([sandbox.close(), database.close()])
    },
  }
}

/** A payer who pays what is due for their first product with this sample method of the sandbox. */
export function paymentBy(
  payer: number,
  sample = "visa.08-2031",
  change: Partial<PaymentRequest> = {},
): PaymentRequest {
  return {
    client,
    accountNumber: payerAccount(payer),
    policyNumber: payerPolicy(payer),
    method: {
      paymentRecordId: `PM-${payer}`,
      gateway: "sandbox",
      reference: `sample.${sample}.${payer}`,
      kind: sample.startsWith("bank") ? "bank" : "card",
      label: "Visa ending in 4242",
      lastFour: "4242",
    },
    amount: payerDue,
    key: `key-${payer}`,
    origin: "payNow",
    siteAddress: "http://test.localhost",
    by: { actor: { kind: "customer", userid: `user-${payer}` }, subjectUserid: null, ip: null },
    ...change,
  }
}
