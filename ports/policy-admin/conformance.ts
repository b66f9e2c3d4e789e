import assert from "node:assert/strict"
import { after, before, describe, type TestContext, test } from "node:test"
import { aPaper, testAccounts } from "./conformance-accounts.ts"
import { change, testBilling } from "./conformance-billing.ts"
import { moved, testContact } from "./conformance-contact.ts"
import { credit, reversal, testCorrections, writeOff } from "./conformance-corrections.ts"
import { type Facts, facts } from "./conformance-facts.ts"
import { payment, testPayments } from "./conformance-payments.ts"
import { refund, testRefunds } from "./conformance-refunds.ts"
import { AccountSystemAway, type PolicyAdmin } from "./port.ts"

const anyChange = { today: "2031-12-01", minimum: 50, choices: [change.wanted] }

interface Opened {
  policyAdmin: PolicyAdmin
  /** Makes the account system unreachable for the rest of the test. */
  goAway(): Promise<void>
  close(): Promise<void>
}

/**
 * The rules for every adapter of this port. `open` creates an adapter whose account system contains
 * the facts.
 */
export function testPolicyAdmin(adapter: string, open: (facts: Facts) => Promise<Opened>) {
  describe(`policy-admin over ${adapter}`, () => {
    let opened: Opened
    let policyAdmin: PolicyAdmin
    before(async () => {
      opened = await open(facts)
      policyAdmin = opened.policyAdmin
    })
    after(() => opened.close())

    test("reports whether it is available", async () => {
      assert.equal(await policyAdmin.available(), true)
    })

    testAccounts(() => policyAdmin)

    const openOwn = async (context: TestContext) => {
      const own = await open(facts)
      context.after(() => own.close())
      return own
    }
    // Each step continues from the state that the steps before it left.
    test("posts payments and takes them back", async (t) => {
      await testPayments(t, (await openOwn(t)).policyAdmin)
    })
    test("posts refunds, and then corrections of the remaining amounts", async (t) => {
      const own = await openOwn(t)
      await testRefunds(t, own.policyAdmin)
      await testCorrections(t, own.policyAdmin)
    })
    test("changes contact data", async (t) => {
      await testContact(t, (await openOwn(t)).policyAdmin)
    })
    test("changes how a product is paid", async (t) => {
      await testBilling(t, (await openOwn(t)).policyAdmin)
    })

    test("reports an outage in each function as documented", async (t) => {
      const { policyAdmin, goAway } = await openOwn(t)
      await goAway()
      // An adapter may cache its availability for a second.
      for (let n = 0; n < 100 && (await policyAdmin.available()); n += 1) {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      assert.equal(await policyAdmin.available(), false)
      for (const answer of [
        () => policyAdmin.person("first-client", "A1"),
        () => policyAdmin.personByPolicyNumber("first-client", "7000000001"),
        () => policyAdmin.find(["first-client"], { accountNumber: "A1" }),
        () => policyAdmin.account("first-client", "A1"),
        () => policyAdmin.activeProducts("first-client", "A1", ""),
        () => policyAdmin.product("first-client", "A1", "7000000001"),
        () => policyAdmin.policy("first-client", "A1", "7000000001"),
        () => policyAdmin.document("first-client", "A1", aPaper),
        () => policyAdmin.openBills("first-client", "A1", "7000000001"),
        () => policyAdmin.entries("first-client", "A1", "7000000001"),
        () => policyAdmin.nextCharge("first-client", "A1", "7000000001", { today: "2031-12-01" }),
        () => policyAdmin.chargesAfter("first-client", "A1", "7000000001", anyChange),
        () => policyAdmin.applyPayment(payment),
        () => policyAdmin.returnPayment("first-client", payment.paymentId, "2031-12-09"),
        () => policyAdmin.refundPayment(refund),
        () => policyAdmin.failRefund(refund, "2031-12-09"),
        () => policyAdmin.postCredit(credit),
        () => policyAdmin.writeOff(writeOff),
        () => policyAdmin.reverseCorrection(reversal),
        () => policyAdmin.changeContact("second-client", "A1", "", moved),
        () => policyAdmin.setEmailSubscribed("second-client", "A1", false),
        () => policyAdmin.changeBilling(change),
        () => policyAdmin.skipCharge({ ...change, dueDates: ["2028-02-29"] }),
      ]) {
        await assert.rejects(answer, AccountSystemAway)
      }
    })
  })
}
