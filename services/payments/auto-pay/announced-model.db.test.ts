// @prove-also models

import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { dollarsOf } from "#contracts/money.ts"
import { sql } from "#database/sql.ts"
import { dateInWords, dateOnScreen, shownDate } from "#platform/text/dates.ts"
import { dayAt } from "#platform/time-zone.ts"
import { isFullSize, modelSeeds } from "#testing/model-seeds.ts"
import { payerAccount } from "#testing/payers.ts"
import {
  type AnnouncedWorld,
  announcedZone,
  type History,
  historyOf,
  type NextShown,
  startAnnounced,
} from "./announced.model.ts"

const size = isFullSize
  ? { runs: 12, people: 8, acts: 20, days: 150 }
  : { runs: 1, people: 6, acts: 8, days: 45 }

for (const seed of modelSeeds()) {
  test(`NOTICE-01 NOTICE-02 NOTICE-03 AGREED-01 for any changes, payments, skips, reports and days, screen, texts, email, authorization and charge agree, and no bank account is debited without its notice (seed ${seed})`, async (t) => {
    const counts: Record<string, number> = {}
    const histories = fc.noBias(
      fc.array(historyOf(size.acts), { minLength: size.people, maxLength: size.people }),
    )
    // Shrinking would replay the days of many more histories. The seed reproduces this one.
    await fc.assert(
      fc.asyncProperty(histories, (some) => holds(some, counts)),
      { seed, numRuns: size.runs, endOnFailure: true },
    )
    t.diagnostic(JSON.stringify(counts))
    for (const kind of [
      ...(isFullSize ? ["notice", "unchanged", "agreement", "kept"] : []),
      "agreed",
      "shown",
      "left to auto pay",
    ]) {
      assert.ok(counts[kind], `nothing to compare: ${kind}`)
    }
  })
}

async function holds(histories: readonly History[], counts: Record<string, number>) {
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const at = await startAnnounced(histories)
  try {
    const changed = histories.map((): Date[] => [])
    /** The last charge that each person agreed to, until it is made or something else happens. */
    const agreed: (NextShown | undefined)[] = histories.map(() => undefined)
    const left = histories.map(({ first, acts }) => [
      { after: 0, act: { kind: "change" as const, to: [{ code: "M" as const, method: first }] } },
      ...acts,
    ])
    const waits = histories.map(() => 0)
    for (let day = 0; day < size.days; day += 1) {
      const today = (await at.brands.todayOf("test-client")).toString()
      const before = await Promise.all(histories.map((_, payer) => at.shown(payer)))
      const from = at.clock.now()
      await at.run()
      await at.resolve()
      const charges = await chargesOf(at, from)
      for (const [payer, told] of before.entries()) {
        const title = `payer ${payer} on ${today}`
        const made = charges.find((one) => payerOf(one) === payer)
        if (told?.date === today) {
          count("shown")
          assert.equal(made?.amount, told.amount, `shown to ${title}`)
        } else assert.equal(made, undefined, `nothing was shown to ${title}: ${told?.date}`)
        const promised = agreed[payer]
        if (promised && promised.date <= today) {
          count("kept")
          assert.deepEqual({ date: today, amount: made?.amount }, promised, `agreed by ${title}`)
        }
        if (made) agreed[payer] = undefined
      }
      for (const [payer, acts] of left.entries()) {
        const [next] = acts
        waits[payer] = (waits[payer] ?? 0) + 1
        if (!next || (waits[payer] ?? 0) < next.after) continue
        acts.shift()
        waits[payer] = 0
        if (next.act.kind === "change") {
          for (const to of next.act.to) {
            const made = await at.change(payer, to)
            if (!made) continue
            agreed[payer] = await checkAgreed(at, payer, made)
            if (agreed[payer]) count("agreed")
          }
        } else {
          agreed[payer] = undefined
          changed[payer]?.push(at.clock.now())
          await at.do(payer, next.act)
        }
        await at.resolve()
        if (await at.isLeftToAutoPay(payer)) count("left to auto pay")
      }
      at.clock.advance({ days: 1 })
    }
    const charges = await chargesOf(at)
    const emails = await at.emails()
    for (const charge of charges) {
      count(charge.kind ?? "none")
      checkCharge(charge, { charges, emails, changed: changed[payerOf(charge)] ?? [] })
    }
  } finally {
    await at.close()
  }
}

/**
 * Checks that the texts of a change and the screens after it show the same charge, and returns it.
 */
async function checkAgreed(
  at: AnnouncedWorld,
  payer: number,
  { next, texts, isOn }: NonNullable<Awaited<ReturnType<AnnouncedWorld["change"]>>>,
): Promise<NextShown | undefined> {
  if (!isOn || !next) {
    assert.equal(isOn ? "" : await at.shown(payer), isOn ? "" : undefined, "nothing is charged")
    return undefined
  }
  const { date, amount } = next
  assert.deepEqual(await at.shown(payer), { date, amount }, `the screens of payer ${payer}`)
  for (const text of texts) {
    assert.ok(text.includes(dollarsOf(amount)), `${dollarsOf(amount)} in ${text}`)
    const days = [
      shownDate(date),
      dateInWords(date),
      dateOnScreen(dayAt(at.clock.now(), announcedZone))(date),
    ]
    assert.ok(
      days.some((day) => text.includes(day)),
      `${date} in ${text}`,
    )
  }
  return { date, amount }
}

interface Charged {
  accountNumber: string
  amount: number
  submittedAt: Date
  methodKind: "card" | "bank"
  kind: "notice" | "unchanged" | "agreement" | "retry" | null
  announced: number
  chargeOn: string
  announcedOn: string
  announcedAt: Date
}

/** Checks that the announcement of a charge came in time and contained its amount. */
function checkCharge(
  charge: Charged,
  {
    charges,
    emails,
    changed,
  }: {
    charges: readonly Charged[]
    emails: Awaited<ReturnType<AnnouncedWorld["emails"]>>
    changed: readonly Date[]
  },
) {
  const { kind, amount, announced, submittedAt, announcedAt, chargeOn, announcedOn } = charge
  const payer = payerOf(charge)
  const title = `${kind} of payer ${payer}, charged at ${submittedAt.toISOString()}`
  const chargedOn = dayAt(submittedAt, announcedZone)
  assert.ok(kind, `${title}: not announced`)
  assert.ok(chargedOn.toString() >= chargeOn, `${title}: before its day`)
  const hasChanged = changed.some((one) => one >= announcedAt && one <= submittedAt)
  if (hasChanged) assert.ok(amount <= announced, title)
  else assert.equal(amount, announced, title)
  const own = emails.filter(({ to }) => to === `ines.varga.${payer}@example.com`)
  const told = own.filter((mail) => dayAt(mail.createdAt, announcedZone).toString() === announcedOn)
  const notice = Temporal.PlainDate.from(announcedOn)
  const days = notice.until(chargedOn, { largestUnit: "days" }).days
  if (kind === "notice") {
    assert.ok(days >= 10, `${title}: announced on ${announcedOn}`)
    const subject = `Auto Pay will charge ${dollarsOf(announced)} on ${dateInWords(chargeOn)}: Test`
    assert.equal(told.filter((mail) => mail.subject === subject).length, 1, `${title}: ${subject}`)
  }
  if (kind === "unchanged") {
    assert.equal(charge.methodKind, "card", title)
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
    const planned = notice.until(chargeOn, { largestUnit: "days" }).days
    const isNoticeDue = charge.methodKind === "bank" && planned > 10
    assert.ok(!isNoticeDue, `${title}: agreed on ${announcedOn}, without a notice since`)
    const confirmed = told.some(({ text }) => text.includes(dollarsOf(announced)))
    assert.ok(confirmed, `${title}: no confirmation names ${dollarsOf(announced)}`)
  }
}

function payerOf({ accountNumber }: Pick<Charged, "accountNumber">): number {
  return Number(accountNumber.replace(payerAccount(0).replace("0", ""), ""))
}

/** The auto pay charges that were not canceled, with their announcements, oldest first. */
async function chargesOf({ database }: AnnouncedWorld, since = new Date(0)): Promise<Charged[]> {
  return await database.rows<Charged>(
    sql`select p.account_number, (p.amount * 100)::float8 as amount, p.submitted_at, p.method_kind,
        a.kind, a.amount::float8 as announced, a.charge_on, a.announced_on, a.announced_at
      from myaccount_core.payment p
      left join myaccount_core.announced_charge a on a.payment_id = p.id
      where p.origin = 'autoPay' and p.status <> 'canceled' and p.submitted_at >= ${since}
      order by p.submitted_at, p.id`,
  )
}
