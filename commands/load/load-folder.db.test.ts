import assert from "node:assert/strict"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, beforeEach, describe, test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { LoadRefused } from "#platform/files/problems.ts"
import { createDiskDocumentStore } from "#ports/document-store/disk.ts"
import type { DocumentStore } from "#ports/document-store/port.ts"
import type { Refresh } from "#ports/policy-admin/embedded/refresh/records.ts"
import { answerOf, passwordOf } from "#services/identity/credentials/password.ts"
import { openTestDatabase } from "#testing/database.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { pdfOf } from "#testing/pdf.ts"
import { testAudit, testPasswords } from "#testing/secret-key.ts"
import { exampleFiles, type Files, writeFolder } from "./example-folder.ts"
import { type LoadReport, loadFolder } from "./load-folder.ts"

describe("loading a folder", () => {
  let database: Database
  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database.close())
  beforeEach(() => load(exampleFiles()))

  async function load(
    files: Files,
    today = "2026-11-21",
    store?: DocumentStore,
    more: { refresh?: Refresh; removeMissing?: number; moveProducts?: number } = {},
  ): Promise<LoadReport> {
    const folder = await writeFolder(files)
    const clock = { now: () => new Date(`${today}T12:00:00Z`) }
    const needs = {
      clock,
      audit: testAudit(clock),
      passwords: testPasswords,
      ...(store && { documentStore: store }),
      ...more,
    }
    return await loadFolder(database, folder.path, needs).finally(folder.remove)
  }

  const changed = ({ changes }: LoadReport) =>
    Object.fromEntries(
      Object.entries(changes).filter(([, change]) => change.written + change.removed > 0),
    )

  test("loading it again changes nothing, not even a row's version", async () => {
    const rowVersions = () =>
      database.rows<{ of: string }>(sql`select 'client' as of, xmin::text from appcontent.client
        union all select 'site', xmin::text from appcontent.site
        union all select 'group', xmin::text from appcontent.client_group
        union all select 'item', xmin::text from appcontent.client_group_item
        union all select 'content', xmin::text from appcontent.content
        union all select 'asset', xmin::text from appcontent.asset
        union all select 'person', xmin::text from policy_admin.person
        union all select 'billing', xmin::text from policy_admin.billing
        union all select 'method', xmin::text from myaccount_core.payment_method
        union all select 'user', xmin::text from appauth.user_account
        union all select 'agent', xmin::text from appauth.agent`)
    const before = await rowVersions()
    assert.deepEqual(changed(await load(exampleFiles())), {})
    assert.deepEqual(await rowVersions(), before)
    assert.equal(new Set(before.map((row) => row.of)).size, 11, "each table has rows")
  })

  test("a new payment method with the gateway's reference of another person, also of another client, is refused", async () => {
    const { "clients/fund/people.json": people } = exampleFiles()
    const [one, other] = people
    const method = one?.paymentMethods[0]
    assert.ok(one && other && method)
    const loaded = [{ ...one, paymentMethods: [] }, other]
    const later = { ...other, paymentMethods: [{ ...method, paymentRecordId: "PM-2" }] }
    for (const [file, list, reason] of [
      ["clients/fund/people.json", [loaded[0], later], "another person's payment method"],
      ["clients/union/people.json", [later], "a payment method of the client fund"],
    ] as const) {
      await assert.rejects(load({ ...exampleFiles(), [file]: list }), (error) => {
        assert.ok(error instanceof LoadRefused, String(error))
        const [problem, ...more] = error.problems
        assert.deepEqual([problem?.file, more], [file, []])
        const text = `paymentRecordId "PM-2": gatewayReference is that of ${reason}`
        assert.equal(problem?.reason, text)
        const line = JSON.stringify(list, null, 2).split("\n")[(problem?.line ?? 0) - 1]
        assert.match(line ?? "", /"paymentRecordId": "PM-2"/)
        return true
      })
    }
  })

  test("documents in people.json are stored once", async () => {
    const folder = await mkdtemp(join(tmpdir(), "documents-"))
    const store = createDiskDocumentStore(join(folder, "store"))
    const key = { documentId: "D1", documentSource: "POLICY", documentCategory: "CONTRACT" }
    const letter = { ...key, documentSource: "LETTERS" }
    const facts = { documentTypeId: "101", documentName: "A", documentCreatedDate: "2026-01-31" }
    const files: Files & ReturnType<typeof exampleFiles> = exampleFiles()
    Object.assign(files["clients/fund/people.json"][0]?.products[0] ?? {}, {
      documents: [{ ...key, ...facts, documentFile: "pap\u00e9r.pdf" }],
      correspondences: [{ ...letter, ...facts }],
    })
    files["clients/fund/documents/pape\u0301r.pdf"] = pdfOf("first")
    await assert.rejects(load(files), /The document store does not answer/)
    assert.deepEqual(changed(await load(files, undefined, store)), {
      people: { written: 1, removed: 0 },
      documents: { written: 1, removed: 0 },
    })
    const kept = await store.read({ client: "fund", accountNumber: "A1", ...key })
    assert.equal(String(kept), pdfOf("first"))
    // A document without a file reaches the store in another way.
    const other = await store.read({ client: "fund", accountNumber: "A1", ...letter })
    assert.equal(other, undefined)
    assert.deepEqual(changed(await load(files, undefined, store)), {})
    files["clients/fund/documents/pape\u0301r.pdf"] = pdfOf("second")
    const again = changed(await load(files, undefined, store))
    assert.deepEqual(again, { documents: { written: 1, removed: 0 } })
    await rm(folder, { recursive: true })
  })

  test("only entries that differ are written", async () => {
    const files = exampleFiles()
    files["clients/fund/content/welcome.html"] = "<p>Hello.</p>"
    files["clients/fund/client.json"].name = "The new fund"
    files["clients/fund/assets/brand.css"] = ":root { --brand-accent: #654321 }"
    assert.deepEqual(changed(await load(files)), {
      clients: { written: 1, removed: 0 },
      texts: { written: 1, removed: 0 },
      files: { written: 1, removed: 0 },
    })
    const rows = await database.rows(
      sql`select html from appcontent.content where client = 'fund' and title = 'welcome'`,
    )
    assert.deepEqual(rows, [{ html: "<p>Hello.</p>" }])
  })

  test("IMPORT-09 entries that are no longer in the folder are removed, people only with their number, and never a user", async () => {
    const files: Files = exampleFiles()
    delete files["clients/fund/content/welcome.html"]
    delete files["clients/fund/assets/brand.css"]
    delete files["shared/content/privacy-policy.html"]
    delete files["clients/fund/users.json"]
    const fund = exampleFiles()["clients/fund/client.json"]
    files["clients/fund/client.json"] = { ...fund, clientGroup: null, pageTitles: null }
    files["clients/fund/people.json"] = [exampleFiles()["clients/fund/people.json"][0]]
    files["agents.json"] = []
    await assert.rejects(
      load(files, undefined, undefined, { removeMissing: 2 }),
      /1 people and pro/,
    )
    assert.deepEqual(changed(await load(files, undefined, undefined, { removeMissing: 1 })), {
      unions: { written: 0, removed: 1 },
      texts: { written: 0, removed: 3 },
      files: { written: 0, removed: 1 },
      people: { written: 0, removed: 1 },
      agents: { written: 0, removed: 1 },
    })
    const users = await database.rows(sql`select userid from appauth.user_account`)
    assert.deepEqual(users, [{ userid: "pat.one_fund" }])
  })

  test("IMPORT-09 people who are no longer in the folder stay, and the load reports them", async () => {
    const files: Files = exampleFiles()
    files["clients/fund/people.json"] = [exampleFiles()["clients/fund/people.json"][0]]
    const report = await load(files)
    assert.deepEqual(changed(report), {})
    assert.match(report.notices.join(), /fund: 1 person and 0 products .* --remove-missing=1/)
  })

  test("a folder without people, staff, shared texts or other clients does not change them", async () => {
    const files: Files = exampleFiles()
    for (const name of Object.keys(files)) {
      if (/^(agents|shared|clients\/union)|people\.json$/.test(name)) delete files[name]
    }
    assert.deepEqual(changed(await load(files)), {})
  })

  test("a host can move from one client to another, and a union with it", async () => {
    const files = exampleFiles()
    files["clients/union/client.json"].sites = [{ host: "fund.localhost", isCustomerSite: true }]
    files["clients/fund/client.json"].sites = [{ host: "union.localhost", isCustomerSite: true }]
    const [item] = files["clients/fund/client.json"].clientGroup.items
    if (item) item.hostName = "fund.localhost"
    assert.deepEqual(changed(await load(files)), {
      sites: { written: 2, removed: 0 },
      unions: { written: 1, removed: 1 },
    })
  })

  test("passwords are stored as hashes, and a changed password survives the next load", async () => {
    const find = () =>
      database.rows<{ passwordHash: string; securityAnswerHash: string; accountNumber: string }>(
        sql`select password_hash, security_answer_hash,
            account_number
          from appauth.user_account where userid = 'pat.one_fund'`,
      )
    const [user] = await find()
    assert.ok(user)
    const holder = { client: "fund", userid: "pat.one_fund", accountNumber: user.accountNumber }
    const password = { stored: user.passwordHash, owner: passwordOf(holder) }
    const answer = { stored: user.securityAnswerHash, owner: answerOf(holder) }
    assert.equal(await testPasswords.isRight("Lantern-2027", password), true)
    assert.equal(await testPasswords.isRight("myfirstschool", answer), true)
    assert.equal(await testPasswords.isRight("myfirstschool", password), false)
    await database.rows(sql`update appauth.user_account set password_hash = 'changed'
      where userid = 'pat.one_fund'`)
    await database.rows(sql`update appauth.agent set password_hash = 'changed'`)
    const files = exampleFiles()
    for (const agent of files["agents.json"]) agent.lastName = "Two"
    await load(files)
    assert.equal((await find())[0]?.passwordHash, "changed")
    assert.deepEqual(await database.rows(sql`select last_name, password_hash from appauth.agent`), [
      { lastName: "Two", passwordHash: "changed" },
    ])
  })

  test("a user who registered under another name keeps the account", async () => {
    await database.rows(sql`update appauth.user_account set username = 'own.choice'`)
    assert.deepEqual(changed(await load(exampleFiles())), {})
    await database.rows(sql`update appauth.user_account set username = 'pat.one'`)
  })

  test("a person whose record is unchanged keeps later changes", async () => {
    await openBooks(database, "fund", ["5000000001"])
    const files = exampleFiles()
    const [, second] = files["clients/fund/people.json"]
    if (second) second.firstName = "Robin"
    assert.deepEqual(changed(await load(files)), { people: { written: 1, removed: 0 } })
    const rows = await database.rows(sql`select amount_due::float8 as due from policy_admin.balance
      order by policy_number`)
    assert.deepEqual(rows, [{ due: 0 }, { due: 2_600 }])
  })

  test("a payment method keeps its person's changes, and auto pay uses its name", async () => {
    const find = () =>
      database.rows(sql`select record_id as id, holder_name as holder, deleted_at is null as kept
        from myaccount_core.payment_method order by number desc`)
    assert.deepEqual(await find(), [{ id: "PM-1", holder: "Pat Example", kept: true }])
    await database.rows(sql`update myaccount_core.payment_method
      set holder_name = 'P. Example', deleted_at = now()`)
    const files = exampleFiles()
    const [person] = files["clients/fund/people.json"]
    const [method] = person?.paymentMethods ?? []
    assert.ok(person?.products[0] && method)
    const second = { ...method, paymentRecordId: "PM-2", lastFour: "1111" }
    const billing = { ...person.products[0].billing, paymentMethodRecordId: "PM-2" }
    person.paymentMethods = [second, method]
    person.products[0] = { ...person.products[0], billing }
    assert.deepEqual(changed(await load(files)), {
      people: { written: 1, removed: 0 },
      "payment methods": { written: 1, removed: 0 },
    })
    assert.deepEqual(await find(), [
      { id: "PM-2", holder: "Pat Example", kept: true },
      { id: "PM-1", holder: "P. Example", kept: false },
    ])
    const labels = await database.rows(sql`select payment_method_label as label
      from policy_admin.billing where policy_number = '5000000001'`)
    assert.deepEqual(labels, [{ label: "VISA ending in 1111" }])
  })

  test("LOADER-04 only an active product with its own bill needs a date from which it is billed", async () => {
    const paid = { dueDate: undefined, amountDue: "0.00" }
    const loadPaid = async (product: object, billing: object) => {
      const files = exampleFiles()
      const [first] = files["clients/fund/people.json"][0]?.products ?? []
      if (first)
        Object.assign(first, product, { billing: { ...first.billing, ...paid, ...billing } })
      return changed(await load(files))
    }
    await assert.rejects(loadPaid({}, {}), LoadRefused)
    assert.deepEqual(Object.keys(await loadPaid({ active: false }, {})), ["people"])
    for (const kind of ["combined", "no-cost"]) {
      assert.deepEqual(Object.keys(await loadPaid({}, { kind })), ["people"])
    }
  })

  test("relative dates count from the day of the load", async () => {
    const find = () =>
      database.rows<{ due: string }>(sql`select distinct due_date as due from policy_admin.balance`)
    await load(exampleFiles(), "2027-02-20")
    assert.deepEqual(await find(), [{ due: "2027-03-04" }])
    await load(exampleFiles())
    assert.deepEqual(await find(), [{ due: "2026-12-03" }])
  })

  test("IMPORT-14 products move from one person to another only with their exact number", async () => {
    const files = exampleFiles()
    const [first, second] = files["clients/fund/people.json"]
    assert.ok(first && second)
    ;[first.products, second.products] = [second.products, first.products]
    for (const more of [{}, { moveProducts: 1 }]) {
      await assert.rejects(
        load(files, undefined, undefined, more),
        /would move from A2 to A1\n.+\n2 products would move .+--move-products=2 confirms that\. Nothing was loaded\.$/,
      )
    }
    const report = await load(files, undefined, undefined, { moveProducts: 2 })
    assert.deepEqual(changed(report), { people: { written: 2, removed: 0 } })
    await load(exampleFiles(), undefined, undefined, { moveProducts: 2 })
  })

  test("IMPORT-16 a folder older than one that changed nothing is refused, and --force loads it", async () => {
    const at = (hour: number, isForced = false) =>
      load(exampleFiles(), undefined, undefined, {
        refresh: { asOf: new Date(`2026-11-21T0${hour}:00:00Z`), isForced },
      })
    await at(1)
    assert.deepEqual(changed(await at(3)), {})
    await assert.rejects(
      at(2),
      /^Error: fund: These [a-z ]+ are as of 2026-11-21T02.+; data as of 2026-11-21T03.+--force .+Nothing was loaded\.$/,
    )
    assert.deepEqual(changed(await at(2, true)), {})
    await at(3)
  })

  test("managed HTML is cleaned, and its author is notified", async () => {
    const files = exampleFiles()
    files["clients/fund/content/welcome.html"] =
      "<p onclick='x()'>Hi<script>x()</script><img src=x onerror=x()></p>\n"
    const { notices } = await load(files)
    assert.deepEqual(notices, [
      "clients/fund/content/welcome.html: removed onclick of <p>, <script>, <img>",
    ])
    const rows = await database.rows(
      sql`select html from appcontent.content where client = 'fund' and title = 'welcome'`,
    )
    assert.deepEqual(rows, [{ html: "<p>Hi</p>" }])
  })

  test("two parallel loads have the same result as one after the other", async () => {
    const files = exampleFiles()
    files["clients/fund/content/welcome.html"] = "<p>Twice.</p>"
    await Promise.all([load(files), load(files)])
    assert.deepEqual(changed(await load(files)), {})
  })
})
