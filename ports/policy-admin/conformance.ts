import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { everything, type Facts, facts } from "./conformance-facts.ts"
import { AccountSystemAway, type PolicyAdmin } from "./port.ts"

const aPaper = { documentId: "D-0", documentSource: "POLICY", documentCategory: "CONTRACT" }

interface Opened {
  policyAdmin: PolicyAdmin
  /** Makes the account system unreachable, once and for all. */
  goAway(): Promise<void>
  close(): Promise<void>
}

/** What every adapter of this port must do. `open` makes one whose account system holds the facts. */
export function testPolicyAdmin(adapter: string, open: (facts: Facts) => Promise<Opened>) {
  describe(`policy-admin over ${adapter}`, () => {
    let opened: Opened
    let policyAdmin: PolicyAdmin
    before(async () => {
      opened = await open(facts)
      policyAdmin = opened.policyAdmin
    })
    after(() => opened.close())

    test("answers when asked whether it is available", async () => {
      assert.equal(await policyAdmin.available(), true)
    })

    test("gives every field of each person and product, in the account system's order", async () => {
      for (const [client, people] of Object.entries(facts)) {
        for (const { person, products } of people) {
          const account = await policyAdmin.account(client, person.accountNumber)
          assert.ok(account)
          const { policyNumber: _, contactVersion, ...found } = account.person
          assert.notEqual(contactVersion, "")
          assert.deepEqual(found, person)
          assert.deepEqual(
            account.products,
            products.map(({ policy }) => policy),
          )
          assert.deepEqual(await policyAdmin.person(client, person.accountNumber), account.person)
        }
      }
    })

    test("gives amounts as whole cents and dates as plain dates", async () => {
      const account = await policyAdmin.account("first-client", "A1")
      const billing = account?.products[1]?.billing
      assert.equal(account?.products[1]?.benefitAmount, 199_999_999)
      assert.equal(billing?.adjustment, -1_999)
      assert.equal(billing?.amountPaid, 1)
      assert.equal(billing?.dueDate, "2028-02-29")
      assert.equal(account?.products[3]?.coverageEffectiveDate, null)
    })

    test("a person is known by the oldest active product, else by the oldest, else by none", async () => {
      const numbers = ["A1", "A2", "A3"].map(
        async (account) => (await policyAdmin.person("first-client", account))?.policyNumber,
      )
      assert.deepEqual(await Promise.all(numbers), ["7000000001", "", "7000000030"])
    })

    test("finds a person by any plan number they hold, active or not", async () => {
      for (const number of ["7000000009", "7000000001", "7000000003"]) {
        const person = await policyAdmin.personByPolicyNumber("first-client", number)
        assert.equal(person?.accountNumber, "A1")
        assert.equal(person?.policyNumber, "7000000001")
      }
    })

    test("gives one product with all that belongs to it, papers newest first", async () => {
      const detail = await policyAdmin.policy("first-client", "A1", "7000000001")
      assert.deepEqual(detail, { ...everything, documents: everything.documents.toReversed() })
    })

    test("gives empty lists where nothing belongs to a product", async () => {
      const detail = await policyAdmin.policy("first-client", "A1", "7000000009")
      assert.deepEqual(detail?.riders, [])
      assert.deepEqual(detail?.additionalInsured, [])
      assert.deepEqual(detail?.documents, [])
      assert.deepEqual(detail?.correspondences, [])
    })

    test("gives one paper of a person, whether it is the product's or a letter", async () => {
      for (const paper of [...everything.documents, ...everything.correspondences]) {
        assert.deepEqual(await policyAdmin.document("first-client", "A1", paper), paper)
      }
    })

    test("finds no paper of another person or client, nor by a part of its name", async () => {
      const elsewhere: [client: string, account: string, other: Partial<typeof aPaper>][] = [
        ["first-client", "A2", {}],
        ["first-client", "a1", {}],
        ["second-client", "A1", {}],
        ["first-client", "A1", { documentId: "D-9" }],
        ["first-client", "A1", { documentId: "" }],
        ["first-client", "A1", { documentId: "%" }],
        ["first-client", "A1", { documentSource: "policy" }],
        ["first-client", "A1", { documentCategory: "BILL" }],
        ["first-client", "A1", { documentId: "' or ''='" }],
      ]
      for (const [client, account, other] of elsewhere) {
        const found = await policyAdmin.document(client, account, { ...aPaper, ...other })
        assert.equal(found, undefined)
      }
    })

    test("finds nothing under a number that nobody has", async () => {
      for (const number of [
        "",
        "0",
        "A1 ",
        "a1",
        "7999999999",
        "' or ''='",
        "%",
        "💶",
        "x".repeat(5_000),
      ]) {
        assert.equal(await policyAdmin.person("first-client", number), undefined)
        assert.equal(await policyAdmin.account("first-client", number), undefined)
        assert.equal(await policyAdmin.personByPolicyNumber("first-client", number), undefined)
        assert.equal(await policyAdmin.policy("first-client", "A1", number), undefined)
        assert.equal(await policyAdmin.policy("first-client", number, "7000000001"), undefined)
      }
    })

    test("finds nothing of another client", async () => {
      const own = await policyAdmin.person("second-client", "A1")
      assert.equal(own?.firstName, "Tove")
      assert.equal(await policyAdmin.account("second-client", "A2"), undefined)
      assert.equal(await policyAdmin.personByPolicyNumber("second-client", "7000000009"), undefined)
      assert.equal(await policyAdmin.policy("second-client", "A1", "7000000009"), undefined)
      assert.equal(await policyAdmin.policy("first-client", "A1", "7000000088"), undefined)
      assert.equal(await policyAdmin.person("third-client", "A1"), undefined)
      const detail = await policyAdmin.policy("second-client", "A1", "7000000001")
      assert.equal(detail?.policy.productDesc, "Term Life")
      assert.deepEqual(detail?.riders, [])
    })

    test("finds nothing of another person of the same client", async () => {
      assert.equal(await policyAdmin.policy("first-client", "A2", "7000000001"), undefined)
      assert.equal(await policyAdmin.policy("first-client", "A3", "7000000009"), undefined)
    })

    test("finds people over several clients by plan number or account number, and no others", async () => {
      const clients = ["second-client", "first-client", "third-client"]
      const byPolicy = await policyAdmin.find(clients, { policyNumber: "7000000001" })
      assert.deepEqual(
        byPolicy.map(({ client }) => client),
        ["first-client", "second-client"],
      )
      const byAccount = await policyAdmin.find(clients, { accountNumber: "A1" })
      for (const { client, person } of [...byPolicy, ...byAccount]) {
        assert.deepEqual(person, await policyAdmin.person(client, person.accountNumber))
      }
      assert.ok(byAccount.every(({ person }) => person.accountNumber === "A1"))
      const one = await policyAdmin.find(["second-client"], { policyNumber: "7000000001" })
      assert.deepEqual(
        one.map(({ client }) => client),
        ["second-client"],
      )
      assert.deepEqual(await policyAdmin.find([], { accountNumber: "A1" }), [])
      assert.deepEqual(await policyAdmin.find(clients, { policyNumber: "9999999999" }), [])
      assert.deepEqual(await policyAdmin.find(["first-client"], { policyNumber: "A1" }), [])
    })

    test("keeps answers apart that are asked for at the same time", async () => {
      const asked = Array.from({ length: 24 }, (_, index) => `A${(index % 3) + 1}`)
      const answers = asked.map((account) => policyAdmin.account("first-client", account))
      assert.deepEqual(
        (await Promise.all(answers)).map((account) => account?.person.accountNumber),
        asked,
      )
    })

    const payment = {
      client: "first-client",
      paymentId: "0c2a4b1e-5d6f-4a7b-8c9d-0e1f2a3b4c5d",
      accountNumber: "A1",
      policyNumber: "7000000009",
      amount: 2_600,
      paidOn: "2031-12-01",
    }

    async function billingOf(client: string, accountNumber: string, policyNumber: string) {
      return (await policyAdmin.policy(client, accountNumber, policyNumber))?.policy.billing
    }

    test("books a payment once, however often and at the same time it is asked to", async () => {
      const before = await policyAdmin.account("first-client", "A1")
      await Promise.all(Array.from({ length: 8 }, () => policyAdmin.applyPayment(payment)))
      await policyAdmin.applyPayment(payment)
      const billing = await billingOf("first-client", "A1", "7000000009")
      assert.equal(billing?.amountDue, 0)
      assert.equal(billing?.billingCredit, 0)
      assert.equal(billing?.dueDate, "2032-01-31")
      const others = (account: typeof before) =>
        account?.products.filter((product) => product.policyNumber !== "7000000009")
      const after = await policyAdmin.account("first-client", "A1")
      assert.deepEqual(others(after), others(before), "no other product changed")
    })

    test("takes a payment back once, and what was due is due again", async () => {
      const takeBack = () =>
        policyAdmin.returnPayment("first-client", payment.paymentId, "2031-12-09")
      await Promise.all([takeBack(), takeBack(), takeBack()])
      await takeBack()
      const billing = await billingOf("first-client", "A1", "7000000009")
      assert.equal(billing?.amountDue, 2_600)
      assert.equal(billing?.pastDueAmount, 0)
      assert.equal(billing?.dueDate, "2031-12-31")
      await policyAdmin.applyPayment(payment)
      assert.deepEqual(
        await billingOf("first-client", "A1", "7000000009"),
        billing,
        "it is not booked again",
      )
    })

    test("books payments of one product that come at the same time one by one", async () => {
      const ids = Array.from({ length: 6 }, (_, n) => `aaaaaaaa-0000-4000-8000-00000000000${n}`)
      await Promise.all(
        ids.map((paymentId) => policyAdmin.applyPayment({ ...payment, paymentId, amount: 100 })),
      )
      const billing = await billingOf("first-client", "A1", "7000000009")
      assert.equal(billing?.billingCredit, 600)
      assert.equal(billing?.amountDue, 2_600)
      assert.equal(billing?.dueDate, "2031-12-31")
    })

    test("keeps the payments of clients apart, and lets be what it never booked", async () => {
      const second = { ...payment, client: "second-client", policyNumber: "7000000088" }
      await policyAdmin.applyPayment(second)
      const billing = await billingOf("second-client", "A1", "7000000088")
      assert.equal(billing?.amountDue, 0)
      await policyAdmin.returnPayment("third-client", payment.paymentId, "2031-12-09")
      assert.deepEqual(await billingOf("second-client", "A1", "7000000088"), billing)
      await policyAdmin.applyPayment({
        ...payment,
        paymentId: "bbbbbbbb-0000-4000-8000-000000000000",
        policyNumber: "7999999999",
      })
    })

    const moved = {
      emailAddress: "tove.lind@example.org",
      phoneNumber: "2075550199",
      address: {
        addressLine1: "9 Señor Street <b>",
        addressLine2: "Flat 1",
        addressLine3: "",
        cityName: "Bangor",
        stateCode: "NY",
        zipCode: "04401-0001",
      },
    }

    test("writes contact data and nothing else, for this person alone", async () => {
      const before = await policyAdmin.person("second-client", "A1")
      const other = await policyAdmin.person("first-client", "A1")
      assert.ok(before)
      const version = before.contactVersion
      assert.equal(await policyAdmin.changeContact("second-client", "A1", version, moved), true)
      const after = await policyAdmin.person("second-client", "A1")
      assert.notEqual(after?.contactVersion, version)
      assert.deepEqual(after, { ...before, ...moved, contactVersion: after?.contactVersion })
      assert.deepEqual(await policyAdmin.person("first-client", "A1"), other)
    })

    test("lets one of many changes of the same state through", async () => {
      const before = await policyAdmin.person("second-client", "A1")
      const version = before?.contactVersion ?? ""
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          policyAdmin.changeContact("second-client", "A1", version, {
            ...moved,
            phoneNumber: `207555020${n}`,
          }),
        ),
      )
      assert.equal(answers.filter(Boolean).length, 1)
      const after = await policyAdmin.person("second-client", "A1")
      assert.equal(after?.phoneNumber, `207555020${answers.indexOf(true)}`)
    })

    test("changes no contact under an old or made-up version, or of nobody", async () => {
      const before = await policyAdmin.person("second-client", "A1")
      const version = before?.contactVersion ?? ""
      for (const [client, account, wrong] of [
        ["second-client", "A1", ""],
        ["second-client", "A1", "' or ''='"],
        ["second-client", "A1", version.toUpperCase().replace(/.$/, "x")],
        ["second-client", "A2", version],
        ["first-client", "A1", version],
        ["third-client", "A1", version],
      ] as const) {
        assert.equal(await policyAdmin.changeContact(client, account, wrong, moved), false)
      }
      assert.deepEqual(await policyAdmin.person("second-client", "A1"), before)
    })

    test("turns a person's e-mails off and on, and says whether they were otherwise", async () => {
      const set = (isSubscribed: boolean) =>
        policyAdmin.setEmailSubscribed("second-client", "A1", isSubscribed)
      const before = await policyAdmin.person("second-client", "A1")
      assert.equal(await set(true), false)
      const together = await Promise.all([set(false), set(false), set(false)])
      assert.equal(together.filter(Boolean).length, 1)
      const off = await policyAdmin.person("second-client", "A1")
      assert.deepEqual(off, { ...before, isEmailSubscribed: false })
      assert.equal(await set(true), true)
      assert.deepEqual(await policyAdmin.person("second-client", "A1"), before)
      assert.equal(await policyAdmin.setEmailSubscribed("third-client", "A1", false), false)
    })

    const notOnAutoPay = { frequencyCode: "M", paymentMethodRecordId: null }
    const onAutoPay = {
      frequencyCode: "Q",
      paymentMethodRecordId: "PM-9",
      paymentMethodLabel: "Savings ending in 6789",
    }
    const change = {
      client: "second-client",
      accountNumber: "A1",
      policyNumber: "7000000077",
      seen: notOnAutoPay,
      wanted: onAutoPay,
    }

    test("changes how a product is paid once, with the fee that auto pay brings", async () => {
      const before = await policyAdmin.account("second-client", "A1")
      const asked = Array.from({ length: 4 }, () => policyAdmin.changeBilling(change))
      assert.deepEqual(await Promise.all(asked), ["made", "made", "made", "made"])
      const billing = await billingOf("second-client", "A1", "7000000077")
      assert.deepEqual(billing, {
        ...before?.products.find(({ policyNumber }) => policyNumber === "7000000077")?.billing,
        ...onAutoPay,
        amountDue: 27_601,
      })
      const after = await policyAdmin.account("second-client", "A1")
      const others = (account: typeof before) =>
        account?.products.filter(({ policyNumber }) => policyNumber !== "7000000077")
      assert.deepEqual(others(after), others(before), "no other product changed")
    })

    test("leaves a product alone that is paid in another way than was seen", async () => {
      const before = await billingOf("second-client", "A1", "7000000077")
      const wanted = { ...onAutoPay, paymentMethodRecordId: "PM-10" }
      for (const late of [
        { ...change, wanted },
        { ...change, seen: { ...onAutoPay, frequencyCode: "M" }, wanted },
        { ...change, seen: { ...onAutoPay, paymentMethodRecordId: "PM-8" }, wanted },
        { ...change, seen: onAutoPay, wanted: { ...wanted, frequencyCode: "A" } },
        { ...change, accountNumber: "A2" },
        { ...change, client: "first-client" },
        { ...change, policyNumber: "7999999999" },
      ]) {
        assert.equal(await policyAdmin.changeBilling(late), "differs")
      }
      assert.deepEqual(await billingOf("second-client", "A1", "7000000077"), before)
    })

    test("ends auto pay, and its fee with it; a period that is paid stays paid", async () => {
      const end = {
        ...change,
        seen: onAutoPay,
        wanted: { ...notOnAutoPay, frequencyCode: "Q", paymentMethodLabel: "" },
      }
      assert.equal(await policyAdmin.changeBilling(end), "made")
      const ended = await billingOf("second-client", "A1", "7000000077")
      assert.equal(ended?.amountDue, 27_501)
      assert.equal(ended?.paymentMethodRecordId, null)
      assert.equal(ended?.paymentMethodLabel, "")

      // Settled to the cent: a credit and an adjustment stand against it.
      const owed = 27_501 - (ended?.adjustment ?? 0) - (ended?.billingCredit ?? 0)
      await policyAdmin.applyPayment({
        ...payment,
        client: "second-client",
        paymentId: "cccccccc-0000-4000-8000-000000000000",
        policyNumber: "7000000077",
        amount: owed,
      })
      const again = { ...change, seen: { ...notOnAutoPay, frequencyCode: "Q" } }
      const wanted = { ...onAutoPay, frequencyCode: "M" }
      assert.equal(await policyAdmin.changeBilling({ ...again, wanted }), "made")
      assert.equal((await billingOf("second-client", "A1", "7000000077"))?.amountDue, 0)
    })

    test("says that it is away, each function in its own way", async () => {
      await opened.goAway()
      assert.equal(await policyAdmin.available(), false)
      for (const answer of [
        () => policyAdmin.person("first-client", "A1"),
        () => policyAdmin.personByPolicyNumber("first-client", "7000000001"),
        () => policyAdmin.find(["first-client"], { accountNumber: "A1" }),
        () => policyAdmin.account("first-client", "A1"),
        () => policyAdmin.policy("first-client", "A1", "7000000001"),
        () => policyAdmin.document("first-client", "A1", aPaper),
        () => policyAdmin.applyPayment(payment),
        () => policyAdmin.returnPayment("first-client", payment.paymentId, "2031-12-09"),
        () => policyAdmin.changeContact("second-client", "A1", "", moved),
        () => policyAdmin.setEmailSubscribed("second-client", "A1", false),
        () => policyAdmin.changeBilling(change),
      ]) {
        await assert.rejects(answer, AccountSystemAway)
      }
    })
  })
}
