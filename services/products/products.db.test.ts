import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { supportHost } from "#testing/staff.ts"
import { giveRoles } from "#testing/staff-roles.store.ts"
import { statementsDuring } from "#testing/statements.ts"

let app: TestApp
let maria: Customer
let lena: Customer

before(async () => {
  app = await startTestApp()
  maria = await customerOf(app, "maria.santos", "harbor")
  lena = await customerOf(app, "lena.fischer", "wayfarer")
})

after(() => app.close())

async function summaryOf({ browser, host, body }: Customer, change: object = {}) {
  return await browser.call(host, "POST /myaccount-core/productSummary", { ...body, ...change })
}

async function detailsOf({ browser, host, body }: Customer, policyNumber: string) {
  const asked = { ...body, policyNumber }
  return await browser.call(host, "POST /myaccount-core/productDetails", asked)
}

test("PRODUCTS-01 PRODUCTS-03 CALLS-01 active and inactive products are listed, each with its fields", async () => {
  const { status, reply } = await summaryOf(maria)
  assert.equal(status, 200)
  assert.equal(reply.activeProducts.length, 4)
  assert.equal(reply.inactiveProducts.length, 14)
  const [mostUrgent] = reply.activeProducts
  assert.equal(mostUrgent?.paymentStatusDisplayStyle, "pastdue")
  const whole = reply.activeProducts.find(({ policyNumber }) => policyNumber === "4001930427")
  assert.deepEqual(whole, {
    policyNumber: "4001930427",
    productDesc: "Whole Life Insurance",
    coverageType: "Insured and family",
    coverageEffectiveDate: "04/01/2011",
    annualPremium: "582.00",
    annualPremiumSpecialCharacter: "<sup>1</sup>",
    currentPaymentFrequecyType: "Monthly",
    dueDate: whole?.dueDate,
    paymentStatusDisplayStyle: "autopay",
    isInsuranceProduct: "Y",
  })
  assert.match(reply.inactiveProducts[0]?.amountPaid ?? "", /^\d+\.\d\d$/)
})

test("DETAILS-01 DETAILS-02 CALLS-01 the details of a product include riders, documents, correspondence and all other parts", async () => {
  const { status, reply } = await detailsOf(maria, "4001930427")
  assert.equal(status, 200)
  assert.equal(reply.productDetail.policyNumber, "4001930427")
  assert.equal(reply.productDetail.isInsuranceProduct, "Y")
  assert.equal(reply.optionalRiders.length, 8)
  assert.equal(reply.productDocuments.length, 3)
  assert.equal(reply.correspondences.length, 3)
})

test("PRODUCTS-04 the end of coverage is shown if the account system supplies it", async () => {
  const coverageOf = async (policyNumber: string) => {
    const { coveredUntil, graceUntil } = (await detailsOf(maria, policyNumber)).reply.productDetail
    return [coveredUntil, graceUntil]
  }
  assert.deepEqual(await coverageOf("4001930435"), ["02/11/2026", "03/11/2026"])
  assert.deepEqual(await coverageOf("4001930427"), ["03/10/2026", "04/07/2026"])
  assert.deepEqual(await coverageOf("4001987722"), ["", ""])
  const { reply } = await maria.browser.call(
    maria.host,
    "POST /myaccount-core/nextCharges",
    maria.body,
  )
  assert.deepEqual(reply.coverage, [
    { policyNumber: "4001930427", coveredUntil: "03/10/2026", graceUntil: "04/07/2026" },
    { policyNumber: "4001930435", coveredUntil: "02/11/2026", graceUntil: "03/11/2026" },
    { policyNumber: "4001987714", coveredUntil: "03/22/2026", graceUntil: "04/19/2026" },
  ])
})

test("COMING-02 the coming payments match the account system, with one read of each product", async () => {
  const key = "POST /myaccount-core/comingPayments"
  const call = async () => await maria.browser.call(maria.host, key, maria.body)
  const statements = await statementsDuring(app.database, call)
  const books = statements.filter((one) => one.text.includes("policy_admin.entry"))
  const { status, reply, text } = await call()
  assert.equal(status, 200, text)
  assert.ok(books.length <= 5, `${books.length} statements read books of 2 products`)
  const [past, first, second] = reply.months
  assert.deepEqual([past?.title, past?.total], ["Past Due", "31.20"])
  assert.deepEqual(
    first?.payments.map(({ date, amount, paidBy, isEstimate }) => [
      date,
      amount,
      paidBy,
      isEstimate,
    ]),
    [
      ["03/12/2026", "48.50", "autopay", "N"],
      ["03/12/2026", "24.70", "customer", "N"],
      ["03/23/2026", "22.75", "combinedbill", "N"],
    ],
  )
  assert.deepEqual(
    second?.payments.map(({ date }) => date),
    ["04/11/2026", "04/12/2026"],
  )
  assert.equal(reply.months.length, 13)
  assert.equal(reply.unknown.length, 1)
})

test("CALLS-03 another customer's product, another brand's product and an unknown one are not found", async () => {
  for (const policyNumber of ["4003120956", lena.body.policyNumber, "4999999999", "", "' or 1=1"]) {
    const details = await detailsOf(maria, policyNumber)
    assert.equal(details.status, 404, policyNumber)
    assert.deepEqual(details.messageIds, ["product.gone"])
  }
  const summary = await summaryOf(maria, { policyNumber: "4003120956" })
  assert.equal(summary.status, 404)
})

test("list and details take one statement each after the session lookup", async () => {
  const statements = await statementsDuring(app.database, async () => {
    await summaryOf(maria)
    await detailsOf(maria, "4001930427")
  })
  const asked = statements.map(({ text }) => text)
  // Besides the sessions, the brand's texts and failed charges are read.
  const others = asked.filter((text) => !/appauth\.|appcontent\.|\.payment\b/.test(text))
  assert.equal(others.length, 2, others.join("\n"))
})

test("markup from the account system is cleaned in every field that may contain it", async () => {
  const hostile = `<img src=x onerror="alert(1)"><sup>2</sup><script>alert(1)</script>`
  await app.database.rows(
    sql`update policy_admin.policy set annual_premium_special_character = ${hostile},
      message = ${hostile} where client = 'harbor' and policy_number = '4001987714'`,
  )
  const { reply: summary } = await summaryOf(maria)
  const { reply: details } = await detailsOf(maria, "4001987714")
  const shown = summary.activeProducts.find((one) => one.policyNumber === "4001987714")
  assert.equal(shown?.annualPremiumSpecialCharacter, "<sup>2</sup>")
  assert.equal(details.productDetail.annualPremiumSpecialCharacter, "<sup>2</sup>")
  assert.equal(details.productDetail.message, "<sup>2</sup>")
})

test("PRODUCTS-06 the list and the details of an inactive product show the same debt", async () => {
  const [ended] = (await summaryOf(maria)).reply.inactiveProducts
  const policyNumber = ended?.policyNumber ?? ""
  assert.equal((await detailsOf(maria, policyNumber)).reply.productDetail.amountDue, "0.00")
  await openBooks(app.database, "harbor", [policyNumber], {
    dueDate: "2026-02-05",
    pastDueAmount: 9_600,
  })
  const amounts = async () => [
    (await summaryOf(maria)).reply.inactiveProducts.find((one) => one.policyNumber === policyNumber)
      ?.amountDue,
    (await detailsOf(maria, policyNumber)).reply.productDetail.amountDue,
  ]
  assert.deepEqual(await amounts(), ["96.00", "96.00"])
  const active = (await detailsOf(maria, "4001930427")).reply.productDetail
  assert.equal(active.amountDue, undefined)
})

test("a credit is shown to its owner and to staff, on an ended product and on one that owes less", async () => {
  const { inactiveProducts } = (await summaryOf(maria)).reply
  const ended = inactiveProducts.find(({ creditLeft }) => creditLeft === "0.00")?.policyNumber ?? ""
  const owing = "4001930427"
  const nothingDue = { dueDate: null, amountDue: 0 }
  await openBooks(app.database, "harbor", [ended], { ...nothingDue, billingCredit: 14_000 })
  await openBooks(app.database, "harbor", [owing], { amountDue: 4_800, billingCredit: 14_000 })
  const summary = (await summaryOf(maria)).reply.inactiveProducts
  assert.equal(summary.find((one) => one.policyNumber === ended)?.creditLeft, "140.00")
  assert.equal((await detailsOf(maria, ended)).reply.productDetail.creditLeft, "140.00")
  for (const key of ["POST /myaccount-core/dashboard", "POST /myaccount-core/products"] as const) {
    const policyHolder = { firstName: "Maria", lastName: "Santos" }
    const { reply } = await maria.browser.call(maria.host, key, { ...maria.body, policyHolder })
    const product = reply.activeProducts.find((one) => one.policyNumber === owing)
    assert.deepEqual([product?.amountDue, product?.creditLeft], ["0.00", "92.00"], key)
  }
  await giveRoles(app.database, "agent.kim")
  const kim = app.browser()
  await kim.signIn(supportHost, "agent.kim")
  const query = { client: "harbor", accountNumber: maria.user.accountNumber }
  const bills = await kim.call(supportHost, "GET /myaccount-core/agent/bills", undefined, { query })
  const left = bills.reply.products.filter(({ creditLeft }) => creditLeft !== "0.00")
  assert.deepEqual(
    left.map(({ policyNumber, creditLeft }) => `${policyNumber} ${creditLeft}`).toSorted(),
    [`${owing} 92.00`, `${ended} 140.00`].toSorted(),
  )
})
