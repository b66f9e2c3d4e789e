// @prove-also models

import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { dollarsOf } from "#contracts/money.ts"
import { sql } from "#database/sql.ts"
import { dateInWords } from "#platform/text/dates.ts"
import { isFullSize, modelSeeds } from "#testing/model-seeds.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { billingRunOf, setOnAutoPay } from "./billing-fixture.ts"
import {
  describeProduct,
  endProduct,
  payByPhone,
  replaceBill,
  setByPhone,
  type World,
} from "./elsewhere-fixture.ts"
import { nextChargeOf } from "./next-charge.ts"
import { isSameProduct } from "./same-product.ts"

const size = isFullSize ? { runs: 8, people: 12, days: 200 } : { runs: 1, people: 8, days: 70 }

const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("move" as const),
      days: fc.integer({ min: -25, max: 40 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("amount" as const),
      cents: fc.constantFrom(0, 30, 4_000, payerDue, 5_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("method" as const), method: fc.nat({ max: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("off" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("phone" as const),
      cents: fc.constantFrom(1_000, payerDue),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("pay" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("describe" as const),
      name: fc.constantFrom("Term Life", "TERM-LIFE", "Dental"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("end" as const) }) },
)
type Act = typeof act extends fc.Arbitrary<infer Made> ? Made : never

const history = fc.record({
  first: fc.nat({ max: 2 }),
  acts: fc.array(fc.record({ after: fc.integer({ min: 1, max: 25 }), act }), {
    minLength: 4,
    maxLength: isFullSize ? 16 : 6,
  }),
})
type History = typeof history extends fc.Arbitrary<infer Made> ? Made : never

/** Two cards and a bank account of each payer. */
const samples = ["visa", "visa", "bank"]
const methodOf = (payer: number, method: number) => `method ${payer} ${method}`

for (const seed of modelSeeds()) {
  test(`NOTICE-01 NOTICE-09 NOTICE-12 for generated operations of the account system, each charge was announced and shown before with its amount, day, product and method, and each announced charge is made or canceled by one email (seed ${seed})`, async (t) => {
    const counts: Record<string, number> = {}
    const histories = fc.noBias(
      fc.array(history, { minLength: size.people, maxLength: size.people }),
    )
    await fc.assert(
      fc.asyncProperty(histories, (some) => holds(some, counts)),
      { seed, numRuns: size.runs, endOnFailure: true },
    )
    t.diagnostic(JSON.stringify(counts))
    for (const what of ["charged", "taken back", "notice"]) {
      assert.ok(counts[what], `nothing to compare: ${what}`)
    }
  })
}

async function holds(histories: readonly History[], counts: Record<string, number>) {
  const at = await startPaymentsTest(histories.length)
  try {
    const server = at.startProcess()
    for (const [payer, { first }] of histories.entries()) {
      await setOnAutoPay(at, payer, samples[first] ?? "visa")
      for (const [method, sample] of samples.entries()) {
        const [recordId, accountNumber] = [methodOf(payer, method), payerAccount(payer)]
        await saveMethod(at.database, { recordId, client, accountNumber, sample })
      }
    }
    const left = histories.map(({ acts }) => [...acts])
    const waits = histories.map(() => 0)
    for (let day = 0; day < size.days; day += 1) {
      const today = (await at.brands.todayOf(client)).toString()
      const before = await Promise.all(histories.map((_, payer) => shownTo(at, payer)))
      const from = at.clock.now()
      await billingRunOf(at, server).run()
      await at.resolve()
      const made = await charges(at, from)
      for (const [payer, next] of before.entries()) {
        const own = made.filter((one) => one.policyNumber === payerPolicy(payer))
        const expected = next?.date === today ? [next.amount] : []
        assert.deepEqual(
          own.map(({ amount }) => amount),
          expected,
          `shown to payer ${payer} before ${today}`,
        )
      }
      for (const [payer, acts] of left.entries()) {
        waits[payer] = (waits[payer] ?? 0) + 1
        const [next] = acts
        if (!next || (waits[payer] ?? 0) < next.after) continue
        acts.shift()
        waits[payer] = 0
        await apply(at, server, payer, next.act, today)
      }
      at.clock.advance({ days: 1 })
    }
    const all = await charges(at, new Date(0))
    for (const payer of histories.keys()) {
      await check(
        at,
        payer,
        all.filter((one) => one.policyNumber === payerPolicy(payer)),
        counts,
      )
    }
  } finally {
    await at.close()
  }
}

async function apply(
  at: World,
  server: ReturnType<World["startProcess"]>,
  payer: number,
  done: Act,
  today: string,
): Promise<void> {
  const { amountDue, dueDate } = await at.billing(payer)
  if (done.kind === "method") await setByPhone(at, payer, methodOf(payer, done.method))
  if (done.kind === "off") await setByPhone(at, payer, null)
  if (done.kind === "phone") await payByPhone(at, payer, done.cents)
  if (done.kind === "describe") await describeProduct(at, payer, done.name)
  if (done.kind === "end") await endProduct(at, payer)
  // The new row lacks payments of the bill that it replaces, which an account system would carry over.
  const isOwed = amountDue > 0
  if (done.kind === "amount" && isOwed) await replaceBill(at, payer, { premium: done.cents })
  if (done.kind === "move" && isOwed && dueDate !== null) {
    const moved = Temporal.PlainDate.from(dueDate).add({ days: done.days }).toString()
    await replaceBill(at, payer, { dueDate: moved > today ? moved : today })
  }
  if (done.kind === "pay" && amountDue > 50) {
    const key = `${payer} on ${today}`
    await server.submit(paymentBy(payer, undefined, { amount: amountDue, key })).catch(() => {})
  }
  await at.resolve()
}

async function shownTo(at: World, payer: number) {
  const owner = { client, accountNumber: payerAccount(payer) }
  const found = await at.policyAdmin.policy(client, owner.accountNumber, payerPolicy(payer))
  assert.ok(found)
  const today = await at.brands.todayOf(client)
  const { next, none } = await nextChargeOf(at, owner, found.policy, today)
  return none === null ? next : undefined
}

interface Charged {
  policyNumber: string
  /** Cents. */
  amount: number
  on: string
  productDesc: string
  methodRecordId: string
  announcementId: string | null
}

/** The auto pay charges since then that were not canceled, oldest first. */
async function charges(at: World, since: Date): Promise<Charged[]> {
  return await at.database.rows<Charged>(
    sql`select y.policy_number, (y.amount * 100)::float8 as amount, y.product_desc, y.method_record_id,
        to_char(y.submitted_at at time zone 'America/New_York', 'YYYY-MM-DD') as on,
        a.id as announcement_id
      from myaccount_core.payment y
      left join myaccount_core.announced_charge a on a.client = y.client and a.payment_id = y.id
      where y.client = ${client} and y.origin = 'autoPay' and y.status <> 'canceled'
        and y.submitted_at >= ${since}
      order by y.submitted_at, y.id`,
  )
}

interface Announced {
  id: string
  kind: "notice" | "unchanged" | "agreement" | "retry"
  amount: number
  chargeOn: string
  billsDueBy: string
  productDesc: string
  methodRecordId: string
  announcedOn: string
  isClosed: boolean
  isCharged: boolean
  /** Whether a later announcement of the same bills with the same method replaced it. */
  isReplaced: boolean
}

async function announcements(at: World, payer: number): Promise<Announced[]> {
  return await at.database.rows<Announced>(
    sql`select a.id, a.kind, a.amount::float8 as amount, a.charge_on, a.bills_due_by, a.product_desc,
        a.method_record_id, a.announced_on, a.closed_at is not null as is_closed,
        a.payment_id is not null as is_charged,
        exists (select from myaccount_core.announced_charge n where n.client = a.client
          and n.policy_number = a.policy_number and n.bills_due_by = a.bills_due_by
          and n.announced_at = a.closed_at and n.id <> a.id
          and n.method_record_id = a.method_record_id) as is_replaced
      from myaccount_core.announced_charge a
      where a.client = ${client} and a.policy_number = ${payerPolicy(payer)}
      order by a.announced_at`,
  )
}

async function check(
  at: World,
  payer: number,
  made: readonly Charged[],
  counts: Record<string, number>,
): Promise<void> {
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const all = await announcements(at, payer)
  const subjects = (await at.mailsTo(payer)).map(({ subject }) => subject)
  const told = (verb: string, { amount, chargeOn }: Announced) =>
    subjects.filter(
      (one) => one === `Auto Pay ${verb} ${dollarsOf(amount)} on ${dateInWords(chargeOn)}: Test`,
    ).length
  for (const [index, charge] of made.entries()) {
    const title = `payer ${payer} on ${charge.on}`
    const announced = all.find(({ id }) => id === charge.announcementId)
    assert.ok(announced, `${title}: not announced`)
    count("charged")
    count(announced.kind)
    assert.equal(charge.on, announced.chargeOn, `${title}: day`)
    assert.equal(charge.methodRecordId, announced.methodRecordId, `${title}: method`)
    assert.ok(isSameProduct(charge.productDesc, announced.productDesc), `${title}: product`)
    assert.ok(charge.amount <= announced.amount, `${title}: amount`)
    if (announced.kind === "notice") {
      const days = Temporal.PlainDate.from(announced.announcedOn).until(charge.on).days
      assert.ok(days >= 10 && told("will charge", announced) > 0, `${title}: ten days before`)
    }
    if (announced.kind === "unchanged") {
      const last = made[index - 1]
      const agreement = all.find(({ kind }) => kind === "agreement")
      const read = last ?? agreement
      assert.equal(read?.methodRecordId, charge.methodRecordId, `${title}: another method`)
      assert.ok(isSameProduct(read?.productDesc ?? "", charge.productDesc), `${title}: product`)
      assert.equal(read?.amount, announced.amount, `${title}: another amount`)
      if (!last) assert.equal(charge.on, agreement?.chargeOn, `${title}: another day`)
    }
  }
  const today = (await at.brands.todayOf(client)).toString()
  const isMade = ({ chargeOn, amount, methodRecordId }: Announced) =>
    made.some(
      (charge) =>
        charge.on === chargeOn &&
        charge.amount <= amount &&
        charge.methodRecordId === methodRecordId,
    )
  const isTold = ({ kind, isReplaced }: Announced) => kind !== "unchanged" && !isReplaced
  for (const one of all.filter(isTold)) {
    const title = `${one.kind} to payer ${payer} of ${one.amount} on ${one.chargeOn}`
    const same = all.filter(
      (other) => isTold(other) && other.amount === one.amount && other.chargeOn === one.chargeOn,
    )
    const dropped = same.filter((other) => other.isClosed && !isMade(other))
    if (dropped.length > 0) count("taken back")
    assert.equal(told("will not charge", one), dropped.length, `${title}: taken back`)
    const isOpen = !one.isCharged && !one.isClosed
    assert.ok(!isOpen || one.chargeOn >= today, `${title}: neither made nor taken back`)
  }
}
