import assert from "node:assert/strict"
import { test } from "node:test"
import { sql } from "#database/sql.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { client, startPaymentsTest } from "../payments-fixture.ts"
import { authorizeChange } from "./authorized-change-fixture.ts"
import { authorizeAutoPay, billingDeps, billingRunOf, setOnAutoPay } from "./billing-fixture.ts"
import {
  endProduct,
  mergeAccount,
  payByPhone,
  replaceBill,
  setByPhone,
  transferProduct,
  type World,
} from "./elsewhere-fixture.ts"

interface Case {
  title: string
  /** Changes the account system after the notice of March 5. */
  happens(at: World, payer: number): Promise<unknown>
  /** The reason in the only email that cancels the charge of March 15; null without an address. */
  reason: RegExp | null
  /** Day of that email. */
  on?: string
  /** The auto pay charges until April 1. */
  charged?: string[]
}

/** Payer who owns the transferred products and has none on auto pay. */
const other = 0

const cases: Case[] = [
  {
    title: "auto pay is turned off",
    happens: (at, payer) => setByPhone(at, payer, null),
    reason:
      /turned off for this product in our records, not on this site\. The amount is still due/,
  },
  {
    title: "auto pay is turned off, and the bill paid",
    async happens(at, payer) {
      await payByPhone(at, payer, payerDue)
      await setByPhone(at, payer, null)
    },
    reason: /You have paid it already\./,
  },
  {
    title: "the product ends",
    happens: endProduct,
    reason: /This product is not active any more\./,
  },
  {
    title: "the product is transferred",
    happens: (at, payer) => transferProduct(at, payer, other),
    reason: /This product is not in your account any more\./,
  },
  {
    title: "the product is transferred to a person who has it on auto pay",
    async happens(at, payer) {
      await transferProduct(at, payer, other)
      const recordId = `own of ${other}`
      const accountNumber = payerAccount(other)
      await saveMethod(at.database, { recordId, client, accountNumber, sample: "bank" })
      await setByPhone(at, payer, recordId)
    },
    reason: /This product is not in your account any more\./,
    on: "2026-03-06",
  },
  {
    title: "the account is merged",
    happens: (at, payer) => mergeAccount(at, payer, other),
    reason: null,
  },
  {
    title: "auto pay is ended here, which has an email of its own",
    async happens(at, payer) {
      const [accountNumber, policyNumber] = [payerAccount(payer), payerPolicy(payer)]
      const wanted = { frequencyCode: "M", paymentMethodRecordId: null, paymentMethodLabel: "" }
      await authorizeChange(billingDeps(at), { client, accountNumber, policyNumber }, wanted)
    },
    reason: null,
  },
  {
    title: "another bank account is authorized here",
    happens: (at, payer) => authorizeAutoPay(at, payer, `other${payer}`),
    reason: null,
    charged: ["03/15"],
  },
  {
    title: "the bank account is deleted here, and auto pay with it",
    async happens(at, payer) {
      await at.database.rows(
        sql`update myaccount_core.payment_method set deleted_at = ${at.clock.now()}
          where client = ${client} and record_id = ${`pm${payer}`}`,
      )
      await setByPhone(at, payer, null)
    },
    reason: null,
  },
  {
    title: "the due date is moved",
    happens: (at, payer) => replaceBill(at, payer, { dueDate: "2026-03-24" }),
    reason: /Its due date was moved to Mar 24, 2026\. We email you before/,
    charged: ["03/24"],
  },
  {
    title: "the due date is moved within the ten days of its new notice",
    happens: (at, payer) => replaceBill(at, payer, { dueDate: "2026-03-17" }),
    reason: /Its due date was moved to Mar 17, 2026/,
    charged: ["03/17"],
  },
  {
    title: "the bill is paid",
    happens: (at, payer) => payByPhone(at, payer, payerDue),
    reason: /You have paid it already\. Auto Pay stays on/,
  },
  {
    title: "the bill is lowered to nothing",
    happens: (at, payer) => replaceBill(at, payer, { premium: 0 }),
    reason: /Our records show nothing due on that day any more\./,
  },
  {
    title: "the bill is paid but for a few cents",
    happens: (at, payer) => payByPhone(at, payer, payerDue - 30),
    reason: /Less than \$0\.50 is left of it, so it is charged with your next bill\./,
  },
  {
    title: "another bank account is set",
    happens: (at, payer) => setByPhone(at, payer, `other${payer}`),
    reason: /The payment method of Auto Pay was changed in our records/,
    on: "2026-03-06",
    charged: ["03/16"],
  },
  {
    title: "a method is set that is not one of ours",
    happens: (at, payer) => setByPhone(at, payer, "unknown"),
    reason: /Auto Pay/,
  },
]

test("NOTICE-09 an announced charge that the account system prevented is canceled by one email with the true reason: paid, credited, moved, too small, suspended, turned off, another method, ended or transferred", async () => {
  const at = await startPaymentsTest(cases.length + 1)
  try {
    const server = at.startProcess()
    const run = async (date: string) => {
      const today = await at.brands.todayOf(client)
      at.clock.advance({ days: today.until(date, { largestUnit: "days" }).days })
      return await billingRunOf(at, server).run()
    }
    for (const index of cases.keys()) {
      const payer = index + 1
      const recordId = `other${payer}`
      await saveMethod(at.database, {
        ...{ recordId, client, accountNumber: payerAccount(payer), sample: "bank" },
      })
      await setOnAutoPay(at, payer, "bank")
    }
    await run("2026-03-05")
    for (const [index, { happens }] of cases.entries()) await happens(at, index + 1)
    let before = await takenBack(at)
    for (let day = 6; day <= 31; day += 1) {
      const date = `2026-03-${String(day).padStart(2, "0")}`
      await run(date)
      await run(date)
      const after = await takenBack(at)
      for (const [index, { title, reason, on = "2026-03-15" }] of cases.entries()) {
        const payer = index + 1
        const news = (after[payer] ?? []).slice(before[payer]?.length ?? 0)
        const expected = date === on && reason ? 1 : 0
        assert.equal(news.length, expected, `${title} on ${date}: ${news.join("; ")}`)
        if (expected === 1 && reason) assert.match(news[0] ?? "", reason, title)
      }
      before = after
    }
    for (const [index, { title, charged = [] }] of cases.entries()) {
      assert.deepEqual(await charges(at, index + 1), charged, title)
    }
    const toOther = (await takenBack(at))[other] ?? []
    assert.deepEqual(
      toOther.filter((one) => one.startsWith("Auto Pay will not charge")),
      [],
    )
    const untold = await at.database.rows<{ subject: string }>(
      sql`select subject from myaccount_core.payment_difference where kind = 'untold'`,
    )
    assert.equal(untold.length, 1, "the person who has no account")
  } finally {
    await at.close()
  }
})

/** The emails that cancel charges, by payer. */
async function takenBack(at: World): Promise<string[][]> {
  return await Promise.all(
    [other, ...cases.keys().map((index) => index + 1)].map(async (payer) => {
      const mails = await at.mailsTo(payer)
      const reasons = /^Auto Pay (will not charge|.* (is suspended|did not go through)$)/
      return mails
        .filter(({ subject }) => reasons.test(subject))
        .map(({ subject, text }) => `${subject} ${text.replaceAll(/\s+/g, " ")}`)
    }),
  )
}

async function charges(at: World, payer: number): Promise<string[]> {
  const rows = await at.database.rows<{ date: string }>(
    sql`select to_char(submitted_at at time zone 'America/New_York', 'MM/DD') as date
      from myaccount_core.payment where client = ${client} and origin = 'autoPay'
        and account_number = ${payerAccount(payer)} order by submitted_at`,
  )
  return rows.map(({ date }) => date)
}
