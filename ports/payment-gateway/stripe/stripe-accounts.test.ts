import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { GatewayAway, MethodGone, type PaymentGateway, ReportRefused } from "../port.ts"
import { follows, type OpenedStripe, openStripe, signed } from "./stripe-fixture.ts"

let at: OpenedStripe
let mock: OpenedStripe["mock"]
let other: PaymentGateway
before(async () => {
  at = await openStripe()
  mock = at.mock
  other = at.addAccount("second").gateway
})
after(() => at.close())

test("ACCOUNTS-01 each account has a name of its own; that of the installation's is stripe", () => {
  assert.deepEqual([at.gateway.name, other.name], ["stripe", "stripe:acct_second"])
})

test("ACCOUNTS-01 the keys of one account reach no method, charge or refund of another", async () => {
  const reference = await at.keepCard()
  const charge = await at.gateway.charge(at.payment("ours", reference))
  await assert.rejects(other.charge(at.payment("theirs", reference)), GatewayAway)
  await assert.rejects(other.change(reference, { holderName: "Ana" }, "change"), MethodGone)
  assert.equal(await other.readMethod(reference), undefined)
  assert.equal(await other.lookUp(charge.reference), undefined)
  const period = { from: new Date(0), until: new Date("2100-01-01") }
  assert.deepEqual(await Array.fromAsync(other.charges(period)), [])
  assert.deepEqual(await Array.fromAsync(other.movements(period)), [])
  assert.equal((await Array.fromAsync(at.gateway.charges(period))).length, 1)
  follows(mock, "accountsApart")
})

test("ACCOUNTS-02 a report is read with the secrets of its own account alone, two of them while the endpoint is rolled", async () => {
  const { gateway: rolled } = at.addAccount("third", ["whsec_earlier", "whsec_new"])
  const event = { type: "product.created", data: { object: { id: "prod_1" } } }
  for (const secret of ["whsec_earlier", "whsec_new"]) {
    const { headers, body } = signed(event, secret)
    assert.equal(await rolled.readReport(headers, body), undefined)
    await assert.rejects(other.readReport(headers, body), ReportRefused)
  }
  const { headers, body } = signed(event)
  await assert.rejects(rolled.readReport(headers, body), ReportRefused)
})
