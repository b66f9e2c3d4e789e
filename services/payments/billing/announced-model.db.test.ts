// @prove-also models

import assert from "node:assert/strict"
import { test } from "node:test"
import { dollarsOf } from "#contracts/money.ts"
import { sql } from "#database/sql.ts"
import { dateInWords, shownDate } from "#platform/text/dates.ts"
import { dayAt } from "#platform/time-zone.ts"
import { unsealEmail } from "#ports/mail/outbox.ts"
import type { GatewayReport } from "#ports/payment-gateway/port.ts"
import { isFullSize, modelSeeds } from "#testing/model-seeds.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payerPolicy } from "#testing/payers.ts"
import { createRandom, type Random } from "#testing/random.ts"
import { nextChargeOf } from "../next-charge.ts"
import { client, paymentBy, startPaymentsTest } from "../processing/processing-fixture.ts"
import { authorizeChange } from "./authorized-change-fixture.ts"
import { billingDeps, billingRunOf } from "./billing-fixture.ts"

const people = isFullSize ? 20 : 7
const days = isFullSize ? 730 : 100
const zone = "America/New_York"
const samples = ["visa", "visa", "bank", "bank", "poor"]
const statuses = ["returned", "returned", "disputeLost", "refunded", "inquiry"] as const

interface Charged {
  id: string
  policyNumber: string
  accountNumber: string
  amount: number
  submittedAt: Date
  kind: "notice" | "unchanged" | "agreement" | "retry" | null
  announced: number
  chargeOn: string
  announcedOn: string
  announcedAt: Date
  /** The text and the evidence of the authorization that announced the charge. */
  content: string | null
  next: string | null
  dueDate: string | null
}

for (const seed of modelSeeds()) {
  test(`NOTICE-01 NOTICE-02 AGREED-01 in generated histories, each charge of auto pay was announced, and shown, authorized and charged amounts are the same (seed ${seed})`, async (t) => {
    const random = createRandom(seed)
    const at = await startPaymentsTest(people)
    t.after(() => at.close())
    const life = createLife(at, random)
    for (let payer = 0; payer < people; payer += 1) {
      await life.authorize(payer, payer % 2 === 0 ? "visa" : "bank")
    }
    for (let day = 0; day < days; day += 1) {
      // A few days before a charge, the authorization is its announcement in each history.
      if (day === 40) for (const payer of [0, 2, 4]) await life.authorize(payer, "visa")
      await life.pass()
    }

    const charges = await chargesOf(at)
    const emails = await emailsOf(at)
    const counts: Record<string, number> = {}
    for (const charge of charges) {
      counts[charge.kind ?? "none"] = (counts[charge.kind ?? "none"] ?? 0) + 1
      check(charge, { at: life, charges, emails })
    }
    t.diagnostic(JSON.stringify({ ...counts, shown: life.shownCount() }))
    for (const kind of ["notice", "unchanged", "agreement"]) {
      assert.ok(counts[kind], `no charge by ${kind}`)
    }
    assert.ok(life.shownCount() > 0, "no charge was compared with what was shown")
  })
}

type World = Awaited<ReturnType<typeof startPaymentsTest>>

/** Customers who authorize, end and pay, and the gateway's and account system's changes. */
function createLife(at: World, random: Random) {
  const server = at.startProcess()
  const deps = billingDeps(at)
  const { run } = billingRunOf(at, server)
  /** When something other than a charge of auto pay changed what a person owes. */
  const events = new Map<number, Date[]>()
  let shown = 0
  let keys = 0
  const note = (payer: number) => events.set(payer, [...(events.get(payer) ?? []), at.clock.now()])

  async function authorize(payer: number, sample: string | null) {
    keys += 1
    const [accountNumber, policyNumber] = [payerAccount(payer), payerPolicy(payer)]
    const recordId = sample === null ? null : `method ${keys}`
    if (recordId !== null && sample !== null) {
      await saveMethod(at.database, { recordId, client, accountNumber, sample })
    }
    const { frequencyCode } = await at.billing(payer)
    const wanted = { frequencyCode, paymentMethodRecordId: recordId, paymentMethodLabel: "" }
    await authorizeChange(deps, { client, accountNumber, policyNumber }, wanted)
  }

  async function act(payer: number) {
    const chosen = random.below(16)
    if (chosen === 0) await authorize(payer, random.pick(samples))
    if (chosen === 1 && random.below(4) === 0) await authorize(payer, null)
    if (chosen === 2) await payByHand(payer)
    if (chosen === 3) await hear(payer)
    if (chosen === 4) await changePrice(payer)
  }

  async function payByHand(payer: number) {
    const { amountDue, pastDueAmount, adjustment, billingCredit } = await at.billing(payer)
    const amount = amountDue + pastDueAmount - adjustment - billingCredit
    if (amount < 50) return
    keys += 1
    note(payer)
    await server.submit(paymentBy(payer, "visa.08-2031", { amount, key: `key ${keys}` }))
  }

  async function hear(payer: number) {
    const [last] = await server.history(client, payerAccount(payer))
    if (!last?.payment.confirmationNumber) return
    note(payer)
    const status: GatewayReport["status"] = random.pick(statuses)
    const reason = status === "returned" || status === "disputeLost" ? "insufficient_funds" : ""
    const refundedAmount = status === "refunded" ? last.payment.amount : 0
    const { id } = last.payment
    await server.report({ key: id, reference: "charge", refundedAmount, status, reason })
  }

  /** The account system charges another price from the next bill on. */
  async function changePrice(payer: number) {
    const amount = 4_000 + random.below(500)
    await at.database.rows(
      sql`update policy_admin.frequency set amount = ${amount}::numeric / 100
        where client = ${client} and policy_number = ${payerPolicy(payer)}`,
    )
  }

  async function shownFor(payer: number, day: Temporal.PlainDate) {
    const owner = { client, accountNumber: payerAccount(payer) }
    const account = await at.policyAdmin.account(client, owner.accountNumber)
    const [policy] = account?.products ?? []
    assert.ok(policy)
    const { next, none, announcementId } = await nextChargeOf(at, owner, policy, day)
    const isOn = next && none === null && announcementId !== null
    return isOn ? { date: next.date, amount: next.amount } : undefined
  }

  return {
    authorize,
    shownCount: () => shown,
    /** Whether the person's debt changed between these moments, other than by the charge. */
    hasChanged: (payer: number, from: Date, to: Date) =>
      (events.get(payer) ?? []).some((one) => one >= from && one <= to),
    /** One day: the morning's run, some acts, and a look at the next charge in the evening. */
    async pass() {
      const today = await at.brands.todayOf(client)
      const before = await Promise.all(
        Array.from({ length: people }, (_, payer) => shownFor(payer, today)),
      )
      const from = at.clock.now()
      await run()
      await at.resolve()
      for (const charge of await chargesOf(at, from)) {
        const payer = payerOf(charge.accountNumber)
        const told = before[payer]
        if (told?.date !== today.toString()) continue
        shown += 1
        assert.equal(charge.amount, told.amount, `shown on ${today} to payer ${payer}`)
      }
      await act(random.below(people))
      await at.resolve()
      at.clock.advance({ days: 1 })
    },
  }
}

/** The announcement of a charge came in time and named its amount. */
function check(
  charge: Charged,
  {
    at,
    charges,
    emails,
  }: {
    at: ReturnType<typeof createLife>
    charges: readonly Charged[]
    emails: Awaited<ReturnType<typeof emailsOf>>
  },
) {
  const { kind, amount, announced, submittedAt, announcedAt, chargeOn, announcedOn } = charge
  const payer = payerOf(charge.accountNumber)
  const title = `${kind} of payer ${payer}, charged at ${submittedAt.toISOString()}`
  const chargedOn = dayAt(submittedAt, zone)
  assert.ok(kind, `${title}: not announced`)
  assert.ok(chargedOn.toString() >= chargeOn, `${title}: before its day`)
  if (at.hasChanged(payer, announcedAt, submittedAt)) assert.ok(amount <= announced, title)
  else assert.equal(amount, announced, title)
  const own = emails.filter(({ to }) => to === `ines.varga.${payer}@example.com`)
  const told = own.filter((mail) => dayAt(mail.createdAt, zone).toString() === announcedOn)
  if (kind === "notice") {
    const days = Temporal.PlainDate.from(announcedOn).until(chargedOn, { largestUnit: "days" }).days
    assert.ok(days >= 10, `${title}: announced on ${announcedOn}`)
    const subject = `Auto Pay will charge ${dollarsOf(announced)} on ${shownDate(chargeOn)}: Test`
    assert.equal(told.filter((mail) => mail.subject === subject).length, 1, `${title}: ${subject}`)
  }
  if (kind === "unchanged") {
    const before = charges.filter(
      (one) => one.accountNumber === charge.accountNumber && one.submittedAt < submittedAt,
    )
    const known = [before.at(-1)?.amount, ...before.map((one) => one.announced)]
    const isAuthorized = own.some(({ text }) => text.includes(dollarsOf(announced)))
    assert.ok(known.includes(announced) || isAuthorized, `${title}: ${announced} is new`)
  }
  if (kind === "retry") {
    const names = [dollarsOf(announced), dateInWords(chargeOn)]
    const isTold = told.some(({ text }) => names.every((name) => text.includes(name)))
    assert.ok(isTold, `${title}: no email names ${names}`)
  }
  if (kind === "agreement") {
    for (const text of [charge.content ?? "", `${charge.next} ${charge.dueDate}`]) {
      assert.ok(text.includes(dollarsOf(announced)), `${title}: ${text}`)
      assert.ok(text.includes(shownDate(chargeOn)), `${title}: ${text}`)
    }
    const confirmed = told.some(({ text }) => text.includes(dollarsOf(announced)))
    assert.ok(confirmed, `${title}: no confirmation names ${dollarsOf(announced)}`)
  }
}

function payerOf(accountNumber: string): number {
  return Number(accountNumber.replace("PAYER-", ""))
}

/** The charges of auto pay that were not declined, with their announcements, oldest first. */
async function chargesOf({ database }: World, since = new Date(0)): Promise<Charged[]> {
  return await database.rows<Charged>(
    sql`select p.id, p.policy_number, p.account_number, (p.amount * 100)::float8 as amount,
        p.submitted_at, a.kind, a.amount::float8 as announced, a.charge_on, a.announced_on,
        a.announced_at, z.content, z.authorised->>'next' as next,
        z.authorised->>'dueDate' as due_date
      from myaccount_core.payment p
      left join myaccount_core.announced_charge a on a.payment_id = p.id
      left join myaccount_core."authorization" z on z.id = a.authorization_id
      where p.origin = 'autoPay' and p.status <> 'canceled' and p.submitted_at >= ${since}
      order by p.submitted_at, p.id`,
  )
}

async function emailsOf({ database, seal }: World) {
  const rows = await database.rows<{ id: string; sealed: Buffer; createdAt: Date }>(
    sql`select id, sealed, created_at from mail.outbox order by created_at`,
  )
  return rows.map(({ id, sealed, createdAt }) => ({ ...unsealEmail(seal, id, sealed), createdAt }))
}
