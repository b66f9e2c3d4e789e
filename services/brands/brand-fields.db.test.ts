import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import type { z } from "zod"
import { columnOf } from "#database/camel-case.ts"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { systemClock } from "#platform/clock.ts"
import { brandsOf } from "#testing/brands.ts"
import { openTestDatabase } from "#testing/database.ts"
import { isTestCode } from "#testing/test-code.ts"
import { clientColumns, clientRow, sitesOf } from "./loading/brand-rows.ts"
import { brandDetail, clientFile, columnFields } from "./loading/client-file.ts"
import { replaceSites, writeClients } from "./loading/clients.load.store.ts"
import { findSite } from "./sites.store.ts"

const root = join(import.meta.dirname, "../..")

const required = {
  client: "fund",
  name: "The fund",
  phoneNumber: "1-800-555-0100",
  timeZone: "America/New_York",
  metaDescription: "A fund.",
  searchIndex: false,
  showContactUs: false,
  showAboutUs: false,
  brandDetail: { primaryLogo: "logo.svg" },
  mailColor: "#123456",
  sites: [{ host: "fund.localhost", isCustomerSite: true }],
}

/**
 * Every field of client.json, each with a value that differs from `required` and from its default.
 */
const full: Required<z.input<typeof clientFile>> = {
  client: "fund",
  name: "The new fund",
  shortName: "New Fund",
  phoneNumber: "1-800-555-0199",
  phoneHours: [{ days: ["Monday", "Sunday"], opens: "08:30", closes: "24:00" }],
  closed: ["2026-11-26", "2026-12-25"],
  postalAddress: "1 Fund Square, Dover, DE 19901",
  timeZone: "America/Phoenix",
  metaDescription: "A new fund.",
  gtmId: "GTM-AB12",
  searchIndex: true,
  showContactUs: true,
  showAboutUs: true,
  claimUrl: "https://claims.example.com/new",
  brandDetail: {
    primaryLogo: "new.svg",
    primaryLogoAnchorLink: "www.example.com",
    secondLogo: "second.svg",
    secondLogoAnchorLink: "https://second.example.com",
    logoImage: "logo.png",
    cssFile: "brand.css",
  },
  payments: { stripeAccount: "acct_1A2b3C4d" },
  mailColor: "#abcdef",
  headTags: [{ tag: "meta", name: "verify", content: 'a "b"' }],
  bodyScripts: [{ text: "let a = '1'" }, { src: "/brand.js" }],
  scriptOrigins: ["https://script.example.com"],
  connectOrigins: ["https://connect.example.com", "https://*.example.com"],
  frameOrigins: ["https://frame.example.com"],
  imageOrigins: ["https://image.example.com"],
  styleOrigins: ["https://style.example.com"],
  staffSecondFactor: true,
  refundApprovalAbove: 250,
  gatewayRefundsReopen: true,
  mostCreditYears: 2,
  keptDataHours: 6,
  plannedAway: [{ days: ["Sunday"], from: "23:00", until: "02:00" }],
  sites: [{ host: "fund.localhost", isCustomerSite: true }],
  clientGroup: null,
  pageTitles: null,
}

describe("a field of client.json", () => {
  let database: Database
  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database.close())

  test("is a column of appcontent.client, and every column is a field", async () => {
    const columns = await database.rows<{ name: string }>(
      sql`select column_name as name from information_schema.columns
        where table_schema = 'appcontent' and table_name = 'client'`,
    )
    assert.deepEqual(clientColumns.map(columnOf).toSorted(), columns.map(nameOf).toSorted())
    const row = clientRow(clientFile.parse(full))
    assert.deepEqual(Object.keys(row).toSorted(), clientColumns.toSorted())
  })

  test("reaches the site on the first load and after a change", async () => {
    const plain = clientFile.parse(required)
    const changed = clientFile.parse(full)
    for (const field of Object.keys(columnFields).filter((name) => name !== "client")) {
      const values = [plain, changed].map((file) =>
        JSON.stringify(Object.entries(file).find(([name]) => name === field)),
      )
      assert.notEqual(values[0], values[1], `the test changes ${field}`)
    }
    assert.deepEqual(Object.keys(full.brandDetail), Object.keys(brandDetail.shape))
    for (const file of [plain, changed, plain]) {
      await database.transaction(async (tx) => {
        assert.deepEqual(await writeClients(tx, [clientRow(file)]), { written: 1, removed: 0 })
        await replaceSites(tx, ["fund"], sitesOf(file), [])
      })
      assert.deepEqual(await findSite(database, "fund.localhost"), {
        ...clientRow(file),
        host: "fund.localhost",
        mainHost: "fund.localhost",
        isCustomerSite: true,
        assets: {},
        group: null,
        groupHost: null,
        groupName: null,
      })
    }
  })

  test("that names the client on statements is its own, its group's, or made from its name", async () => {
    const item = { name: "Local 1", subGroup: "", hostName: "local.localhost" }
    const sitesOfClient = (client: string) => [
      { host: `${client}.localhost`, isCustomerSite: true },
    ]
    const statementNames = async (own: string | null, group: string | null) => {
      const files = [
        { ...required, client: "local", name: "Painters Local 12 of Dayton", shortName: own },
        { ...required, client: "trades", name: "Trades", shortName: group },
      ].map((file) => clientFile.parse({ ...file, sites: sitesOfClient(file.client) }))
      const unions = [
        { client: "trades", label: "", term: "union", items: [{ ...item, client: "local" }] },
      ]
      await database.transaction(async (tx) => {
        await writeClients(tx, files.map(clientRow))
        await replaceSites(tx, ["local", "trades"], files.flatMap(sitesOf), unions)
      })
      const brands = brandsOf(database, systemClock)
      return [await brands.statementNameOf("local"), await brands.statementNameOf("trades")]
    }
    assert.deepEqual(await statementNames("Painters 12", "The Trades"), [
      "Painters 12",
      "The Trades",
    ])
    assert.deepEqual(await statementNames(null, "The Trades"), ["The Trades", "The Trades"])
    assert.deepEqual(await statementNames(null, null), ["Painters Local", "Trades"])
    await assert.rejects(brandsOf(database, systemClock).statementNameOf("nobody"), {
      message: "There is no client nobody.",
    })
  })

  test("ACCOUNTS-09 that names the account with Stripe is the client's own, or its group's", async () => {
    const sites = (client: string) => [{ host: `${client}.localhost`, isCustomerSite: true }]
    const accountsOf = async (own: string | null, group: string | null) => {
      const files = [
        { ...required, client: "local", payments: { stripeAccount: own }, sites: sites("local") },
        {
          ...required,
          client: "trades",
          payments: { stripeAccount: group },
          sites: sites("trades"),
        },
      ].map((file) => clientFile.parse(file))
      const item = { client: "local", name: "Local 1", subGroup: "", hostName: "local.localhost" }
      const unions = [{ client: "trades", label: "", term: "union", items: [item] }]
      await database.transaction(async (tx) => {
        await writeClients(tx, files.map(clientRow))
        await replaceSites(tx, ["local", "trades"], files.flatMap(sitesOf), unions)
      })
      const brands = brandsOf(database, systemClock)
      return [await brands.stripeAccountOf("local"), await brands.stripeAccountOf("trades")]
    }
    assert.deepEqual(await accountsOf("acct_1", "acct_2"), ["acct_1", "acct_2"])
    assert.deepEqual(await accountsOf(null, "acct_2"), ["acct_2", "acct_2"])
    assert.deepEqual(await accountsOf("acct_1", null), ["acct_1", null])
    assert.equal(
      clientFile.safeParse({ ...required, payments: { stripeAccount: "fund" } }).success,
      false,
    )
  })

  test("is written in five places: migration, file, contract, reply and data map", () => {
    const folders = "{commands,contracts,database,platform,ports,server,services,tools}"
    assert.deepEqual(placesOf(folders, /\b(claimUrl|claim_url)\b/), [
      "contracts/brands/clients.ts",
      "database/migrations/0001-appcontent.sql",
      "services/brands/clients.ts",
      "services/brands/loading/client-file.ts",
      "services/privacy/data-map/installation-data.ts",
    ])
  })

  test("that other subjects use is written in five places: migration, file, statement, lookup and reply", () => {
    assert.deepEqual(placesOf("{database,services/brands}", /\b(timeZone|time_zone)\b/), [
      "database/migrations/0070-client-time-zone.sql",
      "services/brands/brand-lookup.ts",
      "services/brands/clients.ts",
      "services/brands/loading/client-file.ts",
      "services/brands/sites.store.ts",
    ])
  })

  test("is not in a statement, unless emails show it or other subjects use it", () => {
    const statements = ["sites.store.ts", "loading/clients.load.store.ts"]
      .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
      .join("\n")
    const inEmails = [
      ...["client", "name", "phoneNumber", "timeZone", "mailColor", "logoImage"],
      // The color of buttons.
      "cssFile",
    ]
    const inReceipts = ["postalAddress"]
    const onStatements = ["shortName", "stripeAccount"]
    const inRules = [
      "refundApprovalAbove",
      "gatewayRefundsReopen",
      "mostCreditYears",
      "keptDataHours",
      "plannedAway",
    ]
    for (const field of clientColumns.filter(
      (column) => ![...inEmails, ...inReceipts, ...onStatements, ...inRules].includes(column),
    )) {
      assert.doesNotMatch(statements, new RegExp(String.raw`\b(${field}|${columnOf(field)})\b`))
    }
  })
})

/** The product files in these folders that contain the field. */
function placesOf(folders: string, field: RegExp): string[] {
  return (
    globSync(`${folders}/**/*.{ts,sql}`, { cwd: root })
      .filter((file) => !isTestCode(file) && !file.endsWith(".d.ts"))
      // The check before publishing reads the fields of a folder, so its files do not count.
      .filter((file) => !file.includes("readiness/"))
      .filter((file) => field.test(readFileSync(join(root, file), "utf8")))
      .toSorted()
  )
}

function nameOf({ name }: { name: string }): string {
  return name
}
