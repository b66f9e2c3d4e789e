import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { sql } from "#database/sql.ts"
import { createAdapterMetrics } from "#platform/http/adapter-metrics.ts"
import { createOutbox } from "#ports/mail/outbox.ts"
import { onlyGateway } from "#ports/payment-gateway/gateways-fixture.ts"
import type { GatewayReport } from "#ports/payment-gateway/port.ts"
import type { PersonRecord } from "#ports/policy-admin/embedded/people.load.ts"
import type { Deps } from "#services/deps.ts"
import { createTestClock, sharedTimeOf } from "#testing/clock.ts"
import { noEvents } from "#testing/events.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payerPolicy, payers } from "#testing/payers.ts"
import type { Random } from "#testing/random.ts"
import { testAudit, testSecrets } from "#testing/secret-key.ts"
import { paymentBy, startPaymentsWorld, testLocalize } from "../payments-fixture.ts"
import { authorizeChange } from "./authorized-change-fixture.ts"
import { createAutoPayFailures } from "./auto-pay-failures.ts"
import { billingJob } from "./billing-job.ts"
import { createBillingRun } from "./billing-run.ts"
import {
  createYearProduct,
  dateInMonth,
  type YearCode,
  type YearProduct,
  yearPrices,
} from "./year-calculation.model.ts"
import {
  timeOfClient,
  type YearClient,
  yearClients,
  yearStart,
  yearZones,
} from "./year-clock.model.ts"
import { createYearNotices } from "./year-notices.model.ts"

const codes: YearCode[] = ["M", "M", "M", "Q", "S", "A"]
const labels: Record<YearCode, string> = {
  M: "Monthly",
  Q: "Quarterly",
  S: "Semiannual",
  A: "Annual",
}
/** October, because it has every billing day. */
const firstMonth = 2_027 * 12 + 9

/** One account with one product, and the independent calculation of its debt. */
export interface YearAccount {
  client: YearClient
  payer: number
  expected: YearProduct
  /** The announcements and charges of auto pay, calculated like `expected`. */
  notices: ReturnType<typeof createYearNotices>
  /** The sandbox's sample method that auto pay charges. */
  autoPay: string | null
  /**
   * Whether the person pays without auto pay, after a return or a decline of an auto pay charge.
   */
  isDoneWithAutoPay: boolean
  /** Whether a lost dispute or an unauthorized debit has suspended auto pay. */
  isSuspended: boolean
}

function newAccount(client: YearClient, payer: number): YearAccount {
  const start = { billingDay: 1 + ((payer * 7) % 31), month: firstMonth, code: codeOf(payer) }
  const expected = createYearProduct({ ...start, owesFirst: payer % 2 === 0 })
  const notices = createYearNotices(expected)
  const none = { autoPay: null, isDoneWithAutoPay: false, isSuspended: false }
  return { client, payer, expected, notices, ...none }
}

function codeOf(payer: number): YearCode {
  return codes[payer % codes.length] ?? "M"
}

function peopleOf(count: number): PersonRecord[] {
  return payers(count).map((record, payer) => {
    const [product] = record.products
    if (!product) throw new Error("A payer without a product.")
    const code = codeOf(payer)
    const billing = {
      ...product.policy.billing,
      frequencyCode: code,
      frequencies: Object.entries(yearPrices).map(([known, prices]) => ({
        code: known,
        label: labels[known as YearCode],
        ...prices,
      })),
      hasBillingFee: true,
      dueDate: dateInMonth(firstMonth, 1 + ((payer * 7) % 31)),
      amountDue: payer % 2 === 0 ? yearPrices[code].amount : 0,
    }
    return { ...record, products: [{ ...product, policy: { ...product.policy, billing } }] }
  })
}

/**
 * Starts the payments service for four clients, with the sandbox's reports delayed, repeated and
 * reordered.
 */
export async function startYear(accountsOfClient: number, random: Random) {
  const clock = createTestClock(`${yearStart}T00:00:00Z`)
  const at = await startPaymentsWorld(yearZones, () => peopleOf(accountsOfClient), clock)
  const process = at.startProcess()
  const { database, policyAdmin, brands, sandbox } = at
  const outbox = createOutbox({ seal: at.seal, clock })
  const log = { info() {}, warn() {}, error() {} }
  const localize = testLocalize
  const keys = { secrets: testSecrets, audit: testAudit(clock) }
  const deps = {
    database,
    clock,
    sharedTime: sharedTimeOf(clock).now,
    policyAdmin,
    gateways: onlyGateway(at.gateway),
    outbox,
    events: noEvents,
    adapterMetrics: createAdapterMetrics(),
    wakeEmail() {},
    brands,
    log,
    localize,
    ...keys,
  }
  const all = { ...deps, brandOf: brands.brandOf } as object as Deps
  const job = billingJob(all, createBillingRun(all, process, createAutoPayFailures(all)))
  const arrived: GatewayReport[] = []
  let isListening = false
  let repeated = 0

  const listener = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      void receive(request.headers as Record<string, string>, Buffer.concat(chunks)).then(
        (status) => response.writeHead(status).end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
    })
  })
  async function receive(headers: Record<string, string>, body: Buffer): Promise<number> {
    // A rejected report arrives again later, after others.
    if (!isListening || random.below(5) === 0) return 503
    const report = await at.gateway.readReport(headers, body)
    if (!report || !("status" in report)) return 204
    await process.report(report)
    arrived.push(report)
    if (random.below(5) > 0) return 204
    repeated += 1
    return 503
  }
  await new Promise<void>((listening) => listener.listen(0, "127.0.0.1", listening))
  sandbox.sendReportsTo(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`)

  return {
    ...at,
    process,
    deps: all,
    repeated: () => repeated,
    moveTo(instant: Temporal.Instant) {
      const now = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime())
      clock.advance(now.until(instant, { largestUnit: "seconds" }))
    },
    /** Delivers waiting reports. Returns the delivered ones. */
    async deliver(): Promise<GatewayReport[]> {
      isListening = true
      await sandbox.sendDueReports()
      isListening = false
      // Returns are posted, and their emails written, in the background.
      await process.idle()
      return arrived.splice(0)
    },
    /** Runs the daily billing job, as the server does all day. */
    async bill() {
      await job.run(AbortSignal.any([]))
      await process.idle()
    },
    /** Pays the whole debt. Undefined if the payment was declined. */
    async pay({ client, payer }: YearAccount, sample: string, amount: number, key: string) {
      const made = await process.submit({
        ...paymentBy(payer, sample.startsWith("bank") ? sample : `${sample}.08-2031`),
        client,
        accountNumber: payerAccount(payer),
        policyNumber: payerPolicy(payer),
        amount,
        key,
      })
      await process.idle()
      if (made.confirmationNumber === null && made.status !== "declined") {
        throw new Error(`A payment is ${made.status}.`)
      }
      return made.status === "declined" ? undefined : made
    },
    /** Changes the frequency and the method of auto pay; null ends auto pay. */
    async change(account: YearAccount, code: YearCode, sample: string | null, today: string) {
      const { client, payer } = account
      const recordId = sample === null ? null : `PM-${client}-${payer}-${sample}`
      const accountNumber = payerAccount(payer)
      if (recordId !== null && sample !== null) {
        const [known] = await database.rows(
          sql`select from myaccount_core.payment_method where record_id = ${recordId}`,
        )
        if (!known) await saveMethod(database, { recordId, client, accountNumber, sample })
      }
      const product = { client, accountNumber, policyNumber: payerPolicy(payer) }
      await authorizeChange(all, product, {
        frequencyCode: code,
        paymentMethodRecordId: recordId,
        paymentMethodLabel: sample ?? "",
      })
      account.expected.change(code, sample !== null, today)
      account.autoPay = sample
      if (sample === null) return account.notices.end()
      const isAfterRun = timeOfClient(client, clock.now()) >= "06:00"
      account.notices.agree(today, sample, isAfterRun)
      account.isSuspended = false
    },
    /** The open bills of each product of a client. */
    async owedOf(client: YearClient) {
      const rows = await database.rows<{ policyNumber: string; dueDate: string; owed: number }>(
        sql`select policy_number, due_date, owed::float8 as owed from policy_admin.standing_bill
          where client = ${client} and owed > 0 order by policy_number, number`,
      )
      return Map.groupBy(rows, ({ policyNumber }) => policyNumber)
    },
    /** Auto pay charges that were recorded since this time. */
    async autoPaySince(since: Date) {
      return await database.rows<{
        id: string
        client: YearClient
        policyNumber: string
        amount: number
        status: string
        dueDate: string
      }>(
        sql`select id, client, policy_number, (amount * 100)::float8 as amount, status, due_date
          from myaccount_core.payment where origin = 'autoPay' and submitted_at >= ${since}`,
      )
    },
    async close() {
      await at.close()
      listener.closeAllConnections()
      await new Promise((closed) => listener.close(closed))
    },
  }
}
export type Year = Awaited<ReturnType<typeof startYear>>

export function newAccounts(accountsOfClient: number): YearAccount[] {
  return yearClients.flatMap((client) =>
    Array.from({ length: accountsOfClient }, (_, payer) => newAccount(client, payer)),
  )
}
