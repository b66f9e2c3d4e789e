import type { Clock } from "#platform/clock.ts"
import { type Scheduler, timers } from "#platform/jobs/scheduler.ts"
import { chargeAfter } from "./charge-state.ts"
import type { Ledger } from "./ledger.store.ts"
import { keptOf, methodState } from "./methods.ts"
import { ownRefundsOf, refundAt } from "./refunds.ts"
import type { MethodChangeRow, MethodReportRow, MethodRow, ReportRow } from "./rows.ts"
import { sampleMethod } from "./samples.ts"
import { signatureHeader, signatureOf } from "./signature.ts"

const patienceMs = 10_000

interface Options {
  ledger: Ledger
  clock: Clock
  secret: string
  scheduler?: Scheduler | undefined
}

const job = { name: "gateway reports", everySeconds: 1 }

/** Reports the results of charges to the server, repeatedly until it acknowledges them. */
export function createReporter({ ledger, clock, secret, scheduler = timers }: Options) {
  let listener: string | undefined
  let running: Promise<number> | undefined
  const closing = new AbortController()
  const endTicks = scheduler.repeat(job, () => scheduler.want(job, sendIfPossible))

  async function isHeard(report: ReportRow, address: string): Promise<boolean> {
    const row = ledger.charge(report.key)
    if (!row) throw new Error("A report without a charge.")
    if (report.status === "suspected") {
      const { key, reference } = row
      return await send({ key, reference, isFraudWarning: true }, address)
    }
    const reports = ledger.reportsOf(report.key, clock.now().getTime())
    const before = reports.filter(({ id }) => id <= report.id)
    const made = ledger.refundsOf(report.key, report.dueAt)
    const refunds = [
      ...ownRefundsOf(row, before, made),
      ...made.map((refund) => refundAt(refund, report.dueAt)),
    ]
    const { amount: _, ...told } = chargeAfter(row, before, refunds)
    return await send(told, address)
  }

  /**
   * Whether the server acknowledged the report about a method. A renewed card then has the reported
   * values.
   */
  async function isMethodHeard(report: MethodReportRow, address: string): Promise<boolean> {
    const method = JSON.parse(report.content) as MethodRow
    const isFailed = report.isFailed === 1
    if (!isFailed) ledger.putMethod(method)
    return await sendMethod(method, isFailed, address)
  }

  /** A method that is only in demo data has no row. */
  async function isChangeHeard({ reference }: MethodChangeRow, address: string): Promise<boolean> {
    const method = ledger.method(reference) ?? sampleMethod(reference)
    return method === undefined || (await sendMethod(method, false, address))
  }

  async function sendMethod(method: MethodRow, isVerificationFailed: boolean, address: string) {
    const state = methodState(ledger, method.reference, clock.now().getTime())
    return await send({ method: keptOf(method), isVerificationFailed, ...state }, address)
  }

  async function send(told: object, address: string): Promise<boolean> {
    const body = JSON.stringify(told)
    const signature = signatureOf(secret, body, clock.now().getTime())
    const headers = { "content-type": "application/json", [signatureHeader]: signature }
    const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), closing.signal])
    try {
      const response = await fetch(address, { method: "POST", body, headers, signal })
      await response.arrayBuffer()
      return response.ok
    } catch {
      return false
    }
  }

  async function sendAll(): Promise<number> {
    if (listener === undefined || closing.signal.aborted) return 0
    let sent = 0
    for (const report of ledger.dueReports(clock.now().getTime())) {
      if (!(await isHeard(report, listener))) continue
      ledger.setDelivered(report.id)
      sent += 1
    }
    for (const report of ledger.dueMethodReports(clock.now().getTime())) {
      if (!(await isMethodHeard(report, listener))) continue
      ledger.setMethodReportDelivered(report.id)
      sent += 1
    }
    for (const change of ledger.dueMethodChanges(clock.now().getTime())) {
      if (!(await isChangeHeard(change, listener))) continue
      ledger.setMethodChangeDelivered(change.id)
      sent += 1
    }
    return sent
  }

  /** Sends due reports and returns the number acknowledged. The scheduler runs it every second. */
  async function sendDue(): Promise<number> {
    // Runs one at a time, so that only the reports of the number `twice` are sent twice.
    await running?.catch(() => {})
    running = sendAll()
    return await running
  }

  async function sendIfPossible(): Promise<void> {
    await sendDue().catch(() => {})
  }

  return {
    sendDue,
    /** Sets the address for reports; until it is set, they wait. */
    sendTo(address: string) {
      listener = address
    },
    async close() {
      endTicks()
      closing.abort()
      await running?.catch(() => {})
    },
  }
}
