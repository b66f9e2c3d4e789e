import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { openBooks } from "#testing/opened-books.store.ts"

let app: TestApp

/** Converts 04/12/2026 to 20260412. */
const sortableDate = (shown: string) => shown.replace(/(..)\/(..)\/(....)/, "$3$1$2")

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

async function dashboardOf(username: string, host: string) {
  const browser = app.browser()
  const user = await browser.signIn(host, username)
  const { reply: site } = await browser.call(host, "GET /appcontent/clientAttributes")
  const answer = await browser.call(host, "POST /myaccount-core/dashboard", {
    client: site.client,
    accountNumber: user.accountNumber,
    policyNumber: user.policyNumber,
    policyHolder: { firstName: user.firstName, lastName: user.lastName },
    userid: user.userid,
    isEmailSubscribed: user.isEmailSubscribed,
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.reply
}

test("DASH-01 the dashboard lists a product of each display style, and no inactive one", async () => {
  const { activeProducts } = await dashboardOf("maria.santos", "harbor.localhost")
  const styles = activeProducts.map((product) => product.paymentStatusDisplayStyle)
  assert.deepEqual(styles.toSorted(), ["autopay", "combinedbill", "nocosttoyou", "pastdue"])
})

test("DASH-01 the payments due are the ones that need an action by the person", async () => {
  const { activeProducts, paymentsDue } = await dashboardOf("james.okafor", "harbor.localhost")
  assert.equal(paymentsDue.length, 1)
  const [due] = paymentsDue
  assert.equal(due?.paymentStatus, "Past Due")
  assert.equal(due?.paymentAction.payNowLink.disable, "N")
  assert.ok(activeProducts.some((product) => product.policyNumber === due?.policyNumber))
})

test("DASH-03 a product that cannot be paid shows the reason", async () => {
  const { activeProducts } = await dashboardOf("maria.santos", "harbor.localhost")
  for (const product of activeProducts) {
    const { disable, message } = product.paymentAction.payNowLink
    const payable = product.paymentStatusDisplayStyle === "pastdue"
    assert.equal(disable, payable ? "N" : "Y")
    assert.equal(message === "", payable)
  }
})

test("DASH-05 the most urgent payment comes first, and the totals match the listed payments", async () => {
  const dorothy = await dashboardOf("dorothy.lindqvist", "harbor.localhost")
  const { paymentsDue, activeProducts } = dorothy
  const order = ["pastdue", "duenow", ""]
  const keys = paymentsDue.map(({ paymentStatus, paymentStatusDisplayStyle, dueDate }) => {
    const rank = order.indexOf(paymentStatusDisplayStyle)
    assert.match(
      paymentStatus,
      [/^Past Due$/, /^Due Now$/, /^Due [A-Z][a-z]{2}, Mar \d\d?$/][rank] ?? /never/,
    )
    return `${rank} ${sortableDate(dueDate)}`
  })
  assert.deepEqual(keys, keys.toSorted())
  assert.equal(new Set(keys.map(([rank]) => rank)).size, 3)
  const first = activeProducts.slice(0, paymentsDue.length)
  assert.deepEqual(first, paymentsDue)
  const sum = (products: typeof paymentsDue) =>
    products.reduce((cents, { amountDue }) => cents + Math.round(Number(amountDue) * 100), 0)
  assert.equal(Math.round(Number(dorothy.totalDue) * 100), sum(paymentsDue))
  const past = paymentsDue.flatMap(({ dueAmounts }) =>
    dueAmounts.filter(({ isPastDue }) => isPastDue === "Y"),
  )
  const pastCents = past.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0)
  assert.ok(pastCents > 0)
  assert.equal(Math.round(Number(dorothy.totalPastDue) * 100), pastCents)
})

test("DASH-06 an upcoming bill can be paid", async () => {
  const { paymentsDue } = await dashboardOf("tom.reilly", "electricians.localhost")
  assert.match(paymentsDue[0]?.paymentStatus ?? "", /^Due [A-Z][a-z]{2}, Mar \d\d?$/)
  assert.equal(paymentsDue[0]?.paymentAction.payNowLink.disable, "N")
})

test("DASH-04 an EA Plus member is marked as a member, others are not", async () => {
  const lena = await dashboardOf("lena.fischer", "wayfarer.localhost")
  assert.equal(lena.hasEAPlusProduct, "Y")
  const james = await dashboardOf("james.okafor", "harbor.localhost")
  assert.equal(james.hasEAPlusProduct, "N")
})

test("the dashboard shows the account system's current data", async () => {
  const before = await dashboardOf("siobhan.obrien", "harbor.localhost")
  const [due, ...more] = before.paymentsDue
  assert.deepEqual(more, [])
  await openBooks(app.database, "harbor", [due?.policyNumber ?? ""])
  const after = await dashboardOf("siobhan.obrien", "harbor.localhost")
  assert.deepEqual(after.paymentsDue, [])
})
