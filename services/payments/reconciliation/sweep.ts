import { errorName } from "#platform/error-name.ts"
import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import { earlier } from "#platform/time.ts"
import { dayAt } from "#platform/time-zone.ts"
import {
  AuthenticationNeeded,
  AuthorizationGone,
  ChargeRefused,
  type Movement,
  type PaymentGateway,
  type Period,
} from "#ports/payment-gateway/port.ts"
import type { Deps } from "#services/deps.ts"
import type { Refunds } from "../adjustments/refunds.ts"
import { findOtherProducts } from "../auto-pay/other-products.ts"
import {
  addDifferences,
  type Difference,
  differenceKinds,
  writeDifferences,
} from "../differences/differences.store.ts"
import { reportDifferences } from "../differences/reported-differences.ts"
import { settleStaffTasks } from "../differences/staff-tasks.ts"
import { findContradictions } from "../paying/contradictions.ts"
import type { PaymentProcessing } from "../paying/payment-processing.ts"
import type { Payment } from "../paying/payments.store.ts"
import { findMatchedReports, markReportsMatched } from "../paying/unmatched-reports.store.ts"
import {
  findNotAtGateway,
  findOtherBalances,
  findOtherPayouts,
  findUnfinished,
  findUnknownMovements,
} from "./found-differences.store.ts"
import { createMethodSweep } from "./method-sweep.ts"
import {
  findMoved,
  findNotFinal,
  findRefundedOnTheWay,
  markItemized,
  writeMovements,
  writePayout,
} from "./movements.store.ts"
import { findPostingDifferences } from "./posting-differences.ts"
import {
  findSweptAccounts,
  findSweptPeriod,
  finishSweep,
  type SweepReport,
  type SweptPeriod,
  writeSweptPeriod,
} from "./sweep.store.ts"

const batchSize = 500
/** Days after its creation during which a payout can fail. */
const payoutDays = 30

/**
 * Copies the gateway's movements of a period, and the payouts of it and of the month before, into
 * the database. Returns how many were read. Errors: `GatewayAway`, `GatewaySilent`.
 */
async function readBooks(
  { database, clock }: Pick<Deps, "database" | "clock">,
  gateway: PaymentGateway,
  period: Period,
): Promise<{ movements: number; payouts: number }> {
  const movements = await store(gateway.movements(period))
  const payoutsFrom = earlier(period.from, { days: payoutDays })
  let payouts = 0
  for await (const payout of gateway.payouts({ ...period, from: payoutsFrom })) {
    payouts += 1
    const isToRead = await writePayout(database, gateway.name, payout)
    if (!isToRead) continue
    const { reference } = payout
    await store(gateway.movements({ payout: reference }))
    await markItemized(database, gateway.name, reference, clock.now())
  }
  return { movements, payouts }

  async function store(listed: AsyncIterable<Movement>): Promise<number> {
    let count = 0
    let batch: Movement[] = []
    const write = async () => {
      await writeMovements(database, gateway.name, batch)
      count += batch.length
      batch = []
    }
    for await (const movement of listed) {
      batch.push(movement)
      if (batch.length === batchSize) await write()
    }
    await write()
    return count
  }
}

/** Number of days of movements that the first sweep reads. */
const firstDays = 180
/** Number of days that later sweeps read again, because a gateway may add movements late. */
const overlapDays = 3
/** Minutes during which a new payment is left to the process that charges it. */
const untouchedMinutes = 10
const pageSize = 100
/** Number of concurrent calls to the gateway. */
const atOnce = 5

/**
 * Compares our payments with the gateway and with the account system. It asks the gateway about
 * everything that is not final, however long ago a report was lost, and applies the answers as if
 * they were reports. It may be repeated, and run in several processes at once.
 */
export function createSweep(
  deps: Deps,
  processing: Pick<PaymentProcessing, "apply" | "find">,
  refunds: Pick<Refunds, "readRefunds">,
  { differences: counter }: Pick<PaymentMetrics, "differences">,
) {
  const { database, clock, gateways, log } = deps
  const methodSweep = createMethodSweep(deps)
  // An alert notices the growth of a counter, and not a counter that first appears above 0.
  for (const kind of differenceKinds) counter.inc({ kind }, 0)

  /**
   * Sweeps every account with the gateway that was not swept `since`. If one is away, the others are
   * swept, and their differences are found.
   *
   * Errors: `GatewayAway`, `GatewaySilent`, `AccountSystemAway`, database errors. Completed work
   * stays done.
   */
  async function run(since?: Date): Promise<SweepReport> {
    const startedAt = clock.now()
    const sum = { from: startedAt, movements: 0, payouts: 0, asked: 0, changed: 0 }
    const failures = new Map<string, unknown>()
    for (const gateway of gateways.all) {
      const swept = await findSweptPeriod(database, gateway.name)
      if (swept && since && swept.until >= since) continue
      try {
        const read = await runAccount(gateway, swept, startedAt)
        if (read.from < sum.from) sum.from = read.from
        for (const count of counts) sum[count] += read[count]
      } catch (error) {
        failures.set(gateway.name, error)
        log.warn({ gateway: gateway.name, reason: errorName(error) }, "An account was not swept.")
      }
    }
    const [failure] = failures.values()
    if (failures.size === gateways.all.length) throw failure
    const found = await findDifferences(deps, [...failures.keys()])
    // The differences of an account that was not swept may still exist.
    const write = failures.size === 0 ? writeDifferences : addDifferences
    const added = await database.transaction((tx) => write(tx, found, startedAt))
    reportDifferences(added, counter, log)
    if (failures.size > 0) throw failure
    const differences = { differences: found.length, newDifferences: added.length }
    const report = { ...sum, until: startedAt, ...differences }
    await finishSweep(database, dayAt(startedAt, "UTC").toString(), report, clock.now())
    return report
  }

  /** Compares the payments and methods of one account with the gateway, and copies its movements. */
  async function runAccount(
    gateway: PaymentGateway,
    swept: SweptPeriod | undefined,
    startedAt: Date,
  ): Promise<AccountReport> {
    const { name } = gateway
    await applyMatchedReports(name)
    const notFinal = await askAboutNotFinal(name, startedAt)
    const from = swept
      ? earlier(swept.until, { days: overlapDays })
      : earlier(startedAt, { days: firstDays })
    const period: Period = { from, until: startedAt }
    const read = await readBooks(deps, gateway, period)
    const moved = await askAbout(await findMoved(database, name))
    const askedRefunds = await askAboutRefunds(name)
    const methods = await methodSweep.run(gateway, startedAt)
    await writeSweptPeriod(database, name, period)
    return {
      from,
      ...read,
      asked: notFinal.asked + moved.asked + askedRefunds.asked + methods.asked,
      changed: notFinal.changed + moved.changed + askedRefunds.changed + methods.changed,
    }
  }

  /** Applies reports that arrived before their payment, such as before a database was restored. */
  async function applyMatchedReports(gateway: string): Promise<void> {
    for (const matched of await findMatchedReports(database, gateway)) {
      const payment = await processing.find(matched)
      if (!payment) continue
      await ask(payment)
      await markReportsMatched(database, payment, clock.now())
    }
  }

  async function askAboutNotFinal(gateway: string, now: Date) {
    const before = earlier(now, { minutes: untouchedMinutes })
    const sum = { asked: 0, changed: 0 }
    let page: Payment[] = []
    do {
      page = await findNotFinal(database, gateway, before, page.at(-1), pageSize)
      const { asked, changed } = await askAbout(page)
      sum.asked += asked
      sum.changed += changed
    } while (page.length === pageSize)
    return sum
  }

  /** Checks refunds that the gateway has accepted and not yet completed. */
  async function askAboutRefunds(gateway: string) {
    const onTheWay = await findRefundedOnTheWay(database, gateway)
    for (const payment of onTheWay) await refunds.readRefunds(payment)
    const left = (await findRefundedOnTheWay(database, gateway)).map(nameOf)
    return {
      asked: onTheWay.length,
      changed: onTheWay.filter((payment) => !left.includes(nameOf(payment))).length,
    }
  }

  async function askAbout(payments: readonly Payment[]) {
    let changed = 0
    for (let start = 0; start < payments.length; start += atOnce) {
      const some = payments.slice(start, start + atOnce)
      const news = await Promise.all(some.map(ask))
      changed += news.filter(Boolean).length
    }
    return { asked: payments.length, changed }
  }

  /**
   * Checks one payment at the gateway, by its reference if it has one. Returns whether anything
   * changed.
   */
  async function ask(payment: Payment): Promise<boolean> {
    const { id, gatewayReference, methodReference } = payment
    const gateway = gateways.named(payment.gateway)
    const charge = await (gatewayReference
      ? gateway.lookUp(gatewayReference)
      : gateway.find({ key: id, reference: methodReference })
    ).catch(noneYet)
    if (!charge) return false
    const { amount: _, ...told } = charge
    await processing.apply(payment, told)
    const updated = await processing.find(payment)
    return updated?.status !== payment.status || updated.refunded !== payment.refunded
  }

  return { run }
}

const nameOf = ({ client, id }: Pick<Payment, "client" | "id">) => `${client} ${id}`

/**
 * The customer has not confirmed the payment with their bank, or the gateway refused it for good. The
 * charging job ends it in time.
 */
function noneYet(error: unknown): undefined {
  const isRefused = error instanceof ChargeRefused || error instanceof AuthorizationGone
  if (!isRefused && !(error instanceof AuthenticationNeeded)) throw error
}

export type Sweep = ReturnType<typeof createSweep>

/** What the sweep of one account has read since `from`. */
type AccountReport = Pick<SweepReport, "from" | "asked" | "changed" | "movements" | "payouts">

const counts = ["asked", "changed", "movements", "payouts"] as const

/**
 * The current differences of all clients and accounts, except for accounts that were not swept.
 * Errors: `AccountSystemAway`.
 */
async function findDifferences(deps: Deps, notSwept: readonly string[]): Promise<Difference[]> {
  const { database, clock, brands } = deps
  const now = clock.now()
  const patience = { dayAgo: earlier(now, { days: 1 }), twoWeeksAgo: earlier(now, { days: 14 }) }
  const found = [await findUnfinished(database, patience)]
  // Also of accounts that the settings no longer have: their differences are not resolved.
  const swept = await findSweptAccounts(database)
  for (const { gateway, from, until } of swept) {
    if (notSwept.includes(gateway)) continue
    found.push(
      await findUnknownMovements(database, gateway),
      await findOtherBalances(database, gateway, until),
      await findNotAtGateway(database, gateway, { from, until: earlier(until, { days: 3 }) }),
      await findOtherPayouts(database, gateway),
    )
  }
  for (const client of await brands.customerClients()) {
    await settleStaffTasks(deps, client)
    const postings = await findPostingDifferences(deps, client)
    const hidden = postings.flatMap(({ paymentId, theirs }) => (theirs === 0 && paymentId) || [])
    found.push(postings, await findContradictions(deps, client, hidden))
    found.push(await findHeld(deps, client), await findOtherProducts(deps, client))
    found.push(await findNotShown(deps, client))
  }
  return found.flat()
}

/** Changes that the account system accepted at least a day ago and that no read shows. */
async function findNotShown({ policyAdmin }: Deps, client: string): Promise<Difference[]> {
  const overdue = (await policyAdmin.overdueChanges?.(client)) ?? []
  return overdue.map(({ kind, accountNumber, policyNumber, acceptedAt }) => {
    const reference = policyNumber || accountNumber
    return {
      kind: "notShown",
      subject: `${client} ${kind} ${reference} ${acceptedAt.toISOString()}`,
      client,
      paymentId: null,
      reference,
      ours: null,
      theirs: null,
      at: acceptedAt,
    }
  })
}

/** Products with late bills that are waiting for an operator. */
async function findHeld(
  { policyAdmin, brands, clock }: Deps,
  client: string,
): Promise<Difference[]> {
  const today = (await brands.todayOf(client)).toString()
  const held = (await policyAdmin.billing.heldBills?.(client, today)) ?? []
  return held.map(({ policyNumber, dueDate }) => ({
    kind: "notBilled",
    subject: `${client} ${policyNumber} ${dueDate}`,
    client,
    paymentId: null,
    reference: policyNumber,
    ours: null,
    theirs: null,
    at: clock.now(),
  }))
}
