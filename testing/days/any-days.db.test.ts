// @prove-only days

import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { fullDay } from "#contracts/dates.ts"
import { centsOf } from "#contracts/money.ts"
import { shownDate } from "#platform/text/dates.ts"
import { isFullSize, modelSeeds } from "#testing/model-seeds.ts"
import { bankOf, cardOf, client, james, termLife } from "./people.ts"
import { type Days, startDays } from "./portal.ts"

/** One night and the following day. */
interface AnyDay {
  night: { to: "bill" | "raise" | "lower" | "move" | "renumber" | "none"; by: number }
  day: "pay" | "payByPhone" | "none"
  /** Seconds until reads show a posting. */
  lag: number
  posting: "taken" | "away" | "refused"
}

const anyDay: fc.Arbitrary<AnyDay> = fc.record({
  night: fc.record({
    to: fc.constantFrom("bill", "raise", "lower", "move", "renumber", "none", "none", "none"),
    by: fc.integer({ min: 1, max: 14 }),
  }),
  day: fc.constantFrom("pay", "payByPhone", "none", "none"),
  lag: fc.constantFrom(0, 0, 120, 172_800),
  posting: fc.constantFrom("taken", "taken", "taken", "away", "refused"),
})
interface SomeDays {
  autoPay: "card" | "bank" | "none"
  days: AnyDay[]
}
const anyDays: fc.Arbitrary<SomeDays> = fc.record({
  autoPay: fc.constantFrom("card", "bank", "none"),
  days: fc.array(anyDay, { minLength: 3, maxLength: isFullSize ? 30 : 8 }),
})

/** The insurer's change of one night. Returns by how many cents the product's bill rises. */
function change(at: Days, { to, by }: AnyDay["night"]): number {
  let more = 0
  at.insurer.change((books) => {
    const bill = books.product(client, termLife).bills.at(-1)
    if (!bill) return
    const dueDate = at.today().add({ days: by }).toString()
    more = { bill: 6_480, raise: by * 100, lower: -by * 100 }[to as string] ?? 0
    if (to === "bill") books.bill(client, termLife, dueDate, 6_480)
    if (to === "raise" || to === "lower") {
      books.correct(client, termLife, { premium: bill.premium + more })
    }
    if (to === "move") books.correct(client, termLife, { dueDate })
    if (to === "renumber") books.correct(client, termLife, { number: bill.number + by })
  })
  // The displayed and the written books make the same change, so it counts once.
  return more
}

/**
 * Checks a day after its billing run: what the screen showed the evening before, and what was
 * charged.
 */
type Check = (
  at: Days,
  seen: { evening: string[]; charged: string[]; most: number },
) => Promise<void>

/** Simulates these days; `check` is called for each after its billing run. */
async function live({ autoPay, days }: SomeDays, check: Check) {
  const at = await startDays()
  try {
    at.goTo("2026-03-06")
    let most = 6_480
    if (autoPay !== "none") {
      await at.agree(james, termLife, (autoPay === "card" ? cardOf : bankOf)(james))
    }
    for (const { night, day, lag, posting } of days) {
      const evening = (await at.shown(james)).coming
      most += Math.max(0, change(at, night))
      at.insurer.lag("posting", { seconds: lag })
      if (posting === "taken") at.server.answerAgain()
      else at.server.fail(posting, "applyPayment")
      const before = at.charged().length
      await at.live(at.today().add({ days: 1 }).toString())
      const charged = at.charged().slice(before)
      if (day === "payByPhone") {
        at.insurer.change((books) =>
          books.payByPhone(client, termLife, 1_000, at.today().toString()),
        )
      }
      if (day === "pay" && (await at.product(james, termLife)).amountDue !== "0.00") {
        await at.pay(james, termLife)
      }
      await check(at, { evening, charged, most })
    }
  } finally {
    await at.close()
  }
}

/** A charge on the 10th, followed by a bill whose due date moves from the 24th to the 12th. */
const movedForward: SomeDays = {
  autoPay: "card",
  days: (["none", "none", "none", "none", "bill", "move"] as const).map((to) => ({
    ...{ night: { to, by: to === "move" ? 1 : 14 }, day: "none", lag: 0, posting: "taken" },
  })),
}

/** Errors: that of the first check that fails. */
async function always(seed: number, check: Check): Promise<void> {
  const property = fc.asyncProperty(anyDays, async (days) => await live(days, check))
  const runs = { numRuns: isFullSize ? 15 : 4, endOnFailure: true, seed }
  try {
    await fc.assert(property, { ...runs, examples: [[movedForward]] })
  } catch (error) {
    throw (error as Error).cause ?? error
  }
}

/**
 * There are several tests instead of a long one, which a busy machine would not finish within the
 * time limit of a test.
 */
const seeds = modelSeeds().flatMap((seed) =>
  isFullSize ? [seed, seed + 1, seed + 2, seed + 3] : [seed],
)

for (const seed of seeds) {
  test(`no days make anyone pay more than was billed (seed ${seed})`, async () => {
    await always(seed, async (at, { most }) => {
      const cents = at.charged().reduce((sum, amount) => sum + centsOf(amount), 0)
      assert.ok(cents <= most, `${at.charged()} of ${most}`)
    })
  })

  test(`no days make auto pay charge more than was shown or announced for the day (seed ${seed})`, async () => {
    await always(seed, async (at, { evening, charged }) => {
      const on = shownDate(at.today().toString())
      const inWords = fullDay(on)
      const mails = charged.length > 0 ? await at.mails(james) : []
      const told = [
        ...evening.filter((line) => line.startsWith(on) && line.endsWith("autopay")),
        ...mails.map(({ subject }) => subject).filter((one) => one.includes(`on ${inWords}`)),
        // The email about an agreement announces the charge that the customer authorized for this
        // day.
        ...mails
          .map(({ text }) => text)
          .filter((text) => text.includes(`Next due date: ${inWords}`))
          .flatMap((text) => /Next charge: \$[\d.]+/.exec(text)?.[0] ?? []),
      ]
      const most = Math.max(0, ...told.map((one) => Number(/\d+\.\d\d/.exec(one)?.[0])))
      for (const amount of charged) {
        assert.ok(Number(amount) <= most, `${amount} on ${on}, and told ${told}`)
      }
    })
  })
}
