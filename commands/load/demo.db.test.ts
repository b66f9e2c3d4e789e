import assert from "node:assert/strict"
import { readdir, readFile } from "node:fs/promises"
import { after, before, describe, test } from "node:test"
import { fileURLToPath } from "node:url"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { sampleMethod } from "#ports/payment-gateway/sandbox/samples.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import { contentTitles } from "#services/brands/loading/content-files.ts"
import { datesFrom } from "#services/brands/loading/plausible.ts"
import { isExpired } from "#services/payments/methods/card-expiry.ts"
import { methodHeader } from "#services/payments/methods/payment-method-presenter.ts"
import { findMethods } from "#services/payments/methods/payment-methods.store.ts"
import { brandsOf } from "#testing/brands.ts"
import { openTestDatabase } from "#testing/database.ts"
import { testAudit, testPasswords } from "#testing/secret-key.ts"
import { type LoadReport, loadFolder } from "./load-folder.ts"

const demo = fileURLToPath(new URL("../../demo/", import.meta.url))

const clock = { now: () => new Date("2026-11-21T12:00:00Z") }
const today = Temporal.PlainDate.from("2026-11-21")

interface BillInFile {
  coveredUntil?: string
  coveredOncePaid?: string
}

interface PersonInFile {
  products?: { billing: BillInFile & { earlierBills?: BillInFile[] } }[]
}

describe("the demo folder", () => {
  let database: Database
  let policyAdmin: PolicyAdmin
  let report: LoadReport
  before(async () => {
    database = await openTestDatabase()
    policyAdmin = createEmbeddedPolicyAdmin(database)
    report = await loadFolder(database, demo, {
      clock,
      audit: testAudit(clock),
      passwords: testPasswords,
    })
  })
  after(() => database.close())

  test("loads without a notice, and again without a change", async () => {
    assert.deepEqual(report.notices, [])
    const again = await loadFolder(database, demo, {
      clock,
      audit: testAudit(clock),
      passwords: testPasswords,
    })
    for (const [kind, change] of Object.entries(again.changes)) {
      assert.deepEqual(change, { written: 0, removed: 0 }, kind)
    }
  })

  // The page of the accessibility statement has a text for clients without their own.
  test("has a text of every title for every member site, except the statement", async () => {
    const missing = await database.rows(
      sql`select s.client, wanted.title from appcontent.site s
        cross join unnest(${contentTitles}::text[]) as wanted(title)
        where s.is_customer_site and wanted.title <> 'accessibility statement' and not exists (select from appcontent.content c
          where c.client in (s.client, '') and c.title = wanted.title)`,
    )
    assert.deepEqual(missing, [])
  })

  test("gives documents the face for headings of their own client, or none", async () => {
    for (const client of await readdir(`${demo}clients`)) {
      const own = await readFile(`${demo}clients/${client}/assets/pdf-headings.ttf`).catch(
        () => undefined,
      )
      const { headingFont } = await brandsOf(database, clock).brandOf(client, "")
      assert.ok(own ? headingFont?.equals(own) : headingFont === undefined, client)
      assert.equal(own === undefined, ["support", "trades"].includes(client), client)
    }
  })

  test("Maria Santos has one product of each display style, and many ended ones", async () => {
    const account = await accountOf("maria.santos", "harbor")
    const active = account.products.filter((product) => product.active)
    assert.deepEqual(
      active.map(({ billing }) => [billing.kind, billing.paymentMethodRecordId !== null]),
      [
        ["direct", true],
        ["direct", false],
        ["combined", false],
        ["no-cost", false],
      ],
    )
    assert.ok((active[1]?.billing.pastDueAmount ?? 0) > 0)
    assert.equal(account.products.length - active.length, 14)
    const { accountNumber } = account.person
    const detail = await policyAdmin.policy("harbor", accountNumber, active[0]?.policyNumber ?? "")
    assert.equal(detail?.riders.length, 8)
  })

  test("the sandbox gateway accepts every payment method exactly as written", async () => {
    const methods = await database.rows<Record<string, string>>(
      sql`select gateway_reference as reference, kind, card_type,
        last_four, expiration_date,
        masked_routing_number from myaccount_core.payment_method`,
    )
    assert.ok(methods.length > 10)
    for (const method of methods)
      assert.partialDeepStrictEqual(sampleMethod(method.reference ?? ""), method)
  })

  test("METHODS-01 Maria Santos has a valid card, an expired one and a bank account", async () => {
    const { person } = await accountOf("maria.santos", "harbor")
    const methods = await findMethods(database, "harbor", person.accountNumber)
    assert.deepEqual(
      methods.map((method) => [methodHeader(method), isExpired(method, today)]),
      [
        ["VISA ending in 4242", false],
        ["MasterCard ending in 4444", true],
        ["Checking ending in 6789", false],
      ],
    )
  })

  test("PRODUCTS-04 a payment of all bills never moves the shown end of coverage backward", async () => {
    const products = (await readPeople()).flatMap(({ products }) => products ?? [])
    const stated = products
      .map(({ billing }) => billing)
      .filter((billing) => billing.coveredOncePaid !== undefined)
    assert.ok(stated.length > 20)
    for (let ahead = 0; ahead < 365; ahead += 1) {
      const dateOf = datesFrom(today.add({ days: ahead }))({ back: 5, ahead: 5 })
      for (const { earlierBills = [], ...newest } of stated) {
        const ends = [...earlierBills.map(({ coveredUntil }) => coveredUntil), newest.coveredUntil]
        for (const before of ends) {
          const after = newest.coveredOncePaid
          assert.ok(dateOf.parse(before) <= dateOf.parse(after), `${before} and then ${after}`)
        }
      }
    }
  })

  test("James Okafor has one product, past due and without a payment method", async () => {
    const { products } = await accountOf("james.okafor", "harbor")
    assert.equal(products.length, 1)
    assert.ok((products[0]?.billing.dueDate ?? "") < "2026-11-21")
    assert.equal(products[0]?.billing.paymentMethodRecordId, null)
  })

  test("Lena Fischer is a member of EA Plus, Tom Reilly an electrician", async () => {
    const lena = await accountOf("lena.fischer", "wayfarer")
    assert.ok(
      lena.products.some(({ active, productFamily }) => active && productFamily === "EAPLUS"),
    )
    const tom = await accountOf("tom.reilly", "electricians")
    assert.equal(tom.person.lastName, "Reilly")
  })

  test("Ana Duarte and Sam Whitaker can register", async () => {
    for (const [client, policyNumber, emailAddress] of [
      ["harbor", "4000000017", "ana.duarte@example.com"],
      ["steelworkers", "4000000025", "sam.whitaker@example.com"],
    ] as const) {
      const person = await policyAdmin.personByPolicyNumber(client, policyNumber)
      assert.equal(person?.emailAddress, emailAddress)
      const users = await database.rows(sql`select userid from appauth.user_account
        where client = ${client} and account_number = ${person?.accountNumber}`)
      assert.deepEqual(users, [])
    }
  })

  async function readPeople() {
    const clients = await readdir(`${demo}clients`)
    const files = clients.map(async (client): Promise<PersonInFile[]> => {
      const file = await readFile(`${demo}clients/${client}/people.json`, "utf8").catch(() => "[]")
      return JSON.parse(file)
    })
    return (await Promise.all(files)).flat()
  }

  async function accountOf(username: string, client: string) {
    const [user] = await database.rows<{ accountNumber: string }>(
      sql`select account_number from appauth.user_account
        where client = ${client} and username = ${username}`,
    )
    const account = await policyAdmin.account(client, user?.accountNumber ?? "")
    assert.ok(account)
    return account
  }
})
