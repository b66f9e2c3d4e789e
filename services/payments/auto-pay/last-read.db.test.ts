import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import { sql } from "#database/sql.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payerPolicy } from "#testing/payers.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { billingRunOf, setOnAutoPay } from "./billing-fixture.ts"
import { describeProduct, replaceBill, setByPhone, type World } from "./elsewhere-fixture.ts"
import { nextChargeOf } from "./next-charge.ts"
import { insertSkip } from "./skips.store.ts"

const due = (date: string) => (at: World, payer: number) =>
  replaceBill(at, payer, { dueDate: date })

async function skip(at: World, payer: number) {
  const [accountNumber, policyNumber] = [payerAccount(payer), payerPolicy(payer)]
  const product = { client, accountNumber, policyNumber }
  const dueDates = ["2026-04-15"]
  await insertSkip(at.database, {
    ...{ id: randomUUID(), ...product, productDesc: "", chargeOn: "2026-04-15", dueDates },
    ...{ billNumbers: [], amount: 4_275, methodLabel: "", siteAddress: "", actorKind: "customer" },
    ...{ actorUserid: "", subjectUserid: "", ip: "", askedAt: at.clock.now() },
  })
  await at.policyAdmin.skipCharge({ ...product, dueDates })
}

interface Case {
  title: string
  /** Changes the account system on March 17, two days after the first card charge. */
  happens?(at: World, payer: number, server: ReturnType<World["startProcess"]>): Promise<unknown>
  /** Days of the emails that must precede the next charge. */
  emails: string[]
  /** The second charge. */
  charged: string
}

const cases: Case[] = [
  { title: "nothing changes", emails: [], charged: "04/15 4275" },
  {
    title: "due earlier, within the next ten days",
    happens: due("2026-03-20"),
    emails: ["03/28 $42.75"],
    charged: "03/28 4275",
  },
  {
    title: "due a day earlier",
    happens: due("2026-04-14"),
    emails: ["04/14 $42.75"],
    charged: "04/14 4275",
  },
  {
    title: "due a day later",
    happens: due("2026-04-16"),
    emails: ["04/16 $42.75"],
    charged: "04/16 4275",
  },
  {
    title: "due a period later",
    happens: due("2026-05-15"),
    emails: ["05/15 $42.75"],
    charged: "05/15 4275",
  },
  {
    title: "another amount",
    happens: (at, payer) => replaceBill(at, payer, { premium: 4_300 }),
    emails: ["04/15 $43.00"],
    charged: "04/15 4300",
  },
  {
    title: "another card, set by phone",
    async happens(at, payer) {
      const [recordId, accountNumber] = [`other${payer}`, payerAccount(payer)]
      await saveMethod(at.database, { recordId, client, accountNumber, sample: "visa" })
      await setByPhone(at, payer, recordId)
    },
    emails: ["04/15 $42.75"],
    charged: "04/15 4275",
  },
  {
    title: "another description",
    happens: (at, payer) => describeProduct(at, payer, "Dental"),
    emails: ["04/15 $42.75"],
    charged: "04/15 4275",
  },
  {
    title: "the same description in other letters",
    happens: (at, payer) => describeProduct(at, payer, "  TERM-LIFE® "),
    emails: [],
    charged: "04/15 4275",
  },
  { title: "a skipped bill", happens: skip, emails: [], charged: "05/15 4275" },
  {
    title: "a bill that is paid by hand",
    happens: async (_at, payer, server) => await server.submit(paymentBy(payer)),
    emails: [],
    charged: "05/15 4275",
  },
]

test("NOTICE-01 NOTICE-03 without an email, a card is charged only what the customer was last informed of: amount, day, product and method", async () => {
  const at = await startPaymentsTest(cases.length)
  try {
    const server = at.startProcess()
    const run = () => billingRunOf(at, server).run()
    for (const payer of cases.keys()) await setOnAutoPay(at, payer, "visa")
    at.clock.advance({ days: 13 })
    await run()
    at.clock.advance({ days: 2 })
    await run()
    for (const [payer, { happens }] of cases.entries()) await happens?.(at, payer, server)
    for (let day = 18; day < 18 + 60; day += 1) {
      at.clock.advance({ days: 1 })
      const shown = await Promise.all([...cases.keys()].map((payer) => shownTo(at, payer)))
      await run()
      const today = (await at.brands.todayOf(client)).toString()
      for (const [payer, next] of shown.entries()) {
        const made = await charges(at, payer, today)
        const expected = next?.date === today ? [`${shortDate(today)} ${next.amount}`] : []
        assert.deepEqual(made, expected, `${cases[payer]?.title}: shown before`)
      }
    }
    for (const [payer, { title, emails, charged }] of cases.entries()) {
      const told = await at.mailsTo(payer)
      const subjects = told.flatMap(({ subject }) => {
        const [, amount, date] = /will charge (\S+) on (\w+ \d+, \d{4})/.exec(subject) ?? []
        return date
          ? [`${shortDate(new Date(`${date} UTC`).toISOString().slice(0, 10))} ${amount}`]
          : []
      })
      assert.deepEqual(subjects.slice(0, emails.length || 1), emails, title)
      const [first, second] = await charges(at, payer)
      assert.deepEqual([first, second], ["03/15 4275", charged], title)
    }
  } finally {
    await at.close()
  }
})

async function shownTo(at: World, payer: number) {
  const owner = { client, accountNumber: payerAccount(payer) }
  const found = await at.policyAdmin.policy(client, owner.accountNumber, payerPolicy(payer))
  assert.ok(found)
  return (await nextChargeOf(at, owner, found.policy, await at.brands.todayOf(client))).next
}

function shortDate(date: string): string {
  return date.slice(5).replace("-", "/")
}

/** The auto pay charges of a payer, on this day or on all days. */
async function charges(at: World, payer: number, day?: string): Promise<string[]> {
  const rows = await at.database.rows<{ date: string; amount: string }>(
    sql`select to_char(submitted_at at time zone 'America/New_York', 'YYYY-MM-DD') as date,
        (amount * 100)::integer::text as amount
      from myaccount_core.payment where client = ${client} and origin = 'autoPay'
        and policy_number = ${payerPolicy(payer)} order by submitted_at`,
  )
  const some = rows.filter(({ date }) => day === undefined || date === day)
  return some.map(({ date, amount }) => `${shortDate(date)} ${amount}`)
}
