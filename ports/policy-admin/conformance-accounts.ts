import assert from "node:assert/strict"
import { test } from "node:test"
import { everything, facts } from "./conformance-facts.ts"
import type { Policy, PolicyAdmin } from "./port.ts"

export const aPaper = { documentId: "D-0", documentSource: "POLICY", documentCategory: "CONTRACT" }

/** Tests of reading people and products. */
export function testAccounts(policyAdmin: () => PolicyAdmin) {
  test("returns every field of each person and product, in the account system's order", async () => {
    for (const [client, people] of Object.entries(facts)) {
      for (const { person, products } of people) {
        const account = await policyAdmin().account(client, person.accountNumber)
        assert.ok(account)
        const { policyNumber: _, contactVersion, ...found } = account.person
        assert.notEqual(contactVersion, "")
        assert.deepEqual(found, person)
        assert.deepEqual(
          account.products,
          products.map(({ policy }) => policy),
        )
        assert.deepEqual(await policyAdmin().person(client, person.accountNumber), account.person)
        for (const { policyNumber } of [{ policyNumber: "" }, ...account.products]) {
          const read = policyAdmin().activeProducts(client, person.accountNumber, policyNumber)
          const isRead = (one: Policy) => one.active || one.policyNumber === policyNumber
          assert.deepEqual(await read, account.products.filter(isRead))
          const own = (one: Policy) => one.policyNumber === policyNumber
          const only = policyAdmin().product(client, person.accountNumber, policyNumber)
          assert.deepEqual(await only, account.products.find(own))
        }
      }
    }
  })

  test("returns amounts as whole cents and dates as plain dates", async () => {
    const account = await policyAdmin().account("first-client", "A1")
    const billing = account?.products[1]?.billing
    assert.equal(account?.products[1]?.benefitAmount, 199_999_999)
    assert.equal(billing?.adjustment, -1_999)
    assert.equal(billing?.amountPaid, 1)
    assert.equal(billing?.dueDate, "2028-02-29")
    assert.equal(account?.products[3]?.coverageEffectiveDate, null)
  })

  test("a person is identified by the oldest active product, else by the oldest, else by none", async () => {
    const numbers = ["A1", "A2", "A3"].map(
      async (account) => (await policyAdmin().person("first-client", account))?.policyNumber,
    )
    assert.deepEqual(await Promise.all(numbers), ["7000000001", "", "7000000030"])
  })

  test("finds a person by any of their plan numbers, active or not", async () => {
    for (const number of ["7000000009", "7000000001", "7000000003"]) {
      const person = await policyAdmin().personByPolicyNumber("first-client", number)
      assert.equal(person?.accountNumber, "A1")
      assert.equal(person?.policyNumber, "7000000001")
    }
  })

  test("reads only this person's active products", async () => {
    assert.equal(await policyAdmin().activeProducts("first-client", "A99", ""), undefined)
    assert.deepEqual(await policyAdmin().activeProducts("first-client", "A2", "7000000009"), [])
    assert.equal(await policyAdmin().product("first-client", "A2", "7000000009"), undefined)
  })

  test("reads one product with all its parts, documents newest first", async () => {
    const detail = await policyAdmin().policy("first-client", "A1", "7000000001")
    assert.deepEqual(detail, {
      ...everything,
      coveredUntil: null,
      documents: everything.documents.toReversed(),
    })
  })

  test("returns empty lists for a product without parts", async () => {
    const detail = await policyAdmin().policy("first-client", "A1", "7000000009")
    assert.deepEqual(detail?.riders, [])
    assert.deepEqual(detail?.additionalInsured, [])
    assert.deepEqual(detail?.documents, [])
    assert.deepEqual(detail?.correspondences, [])
  })

  test("reads one document of a person, either of a product or a letter", async () => {
    for (const entry of [...everything.documents, ...everything.correspondences]) {
      assert.deepEqual(await policyAdmin().document("first-client", "A1", entry), entry)
    }
  })

  test("finds no document of another person or client, or by a part of its key", async () => {
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
      const found = await policyAdmin().document(client, account, { ...aPaper, ...other })
      assert.equal(found, undefined)
    }
  })

  test("finds nothing under an unknown number", async () => {
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
      assert.equal(await policyAdmin().person("first-client", number), undefined)
      assert.equal(await policyAdmin().account("first-client", number), undefined)
      assert.equal(await policyAdmin().personByPolicyNumber("first-client", number), undefined)
      assert.equal(await policyAdmin().policy("first-client", "A1", number), undefined)
      assert.equal(await policyAdmin().policy("first-client", number, "7000000001"), undefined)
    }
  })

  test("finds nothing of another client", async () => {
    const own = await policyAdmin().person("second-client", "A1")
    assert.equal(own?.firstName, "Tove")
    assert.equal(await policyAdmin().account("second-client", "A2"), undefined)
    assert.equal(await policyAdmin().personByPolicyNumber("second-client", "7000000009"), undefined)
    assert.equal(await policyAdmin().policy("second-client", "A1", "7000000009"), undefined)
    assert.equal(await policyAdmin().policy("first-client", "A1", "7000000088"), undefined)
    assert.equal(await policyAdmin().person("third-client", "A1"), undefined)
    const detail = await policyAdmin().policy("second-client", "A1", "7000000001")
    assert.equal(detail?.policy.productDesc, "Term Life")
    assert.deepEqual(detail?.riders, [])
  })

  test("finds nothing of another person of the same client", async () => {
    assert.equal(await policyAdmin().policy("first-client", "A2", "7000000001"), undefined)
    assert.equal(await policyAdmin().policy("first-client", "A3", "7000000009"), undefined)
  })

  test("finds people over several clients by plan number or account number, and no others", async () => {
    const clients = ["second-client", "first-client", "third-client"]
    const byPolicy = await policyAdmin().find(clients, { policyNumber: "7000000001" })
    assert.deepEqual(
      byPolicy.map(({ client }) => client),
      ["first-client", "second-client"],
    )
    const byAccount = await policyAdmin().find(clients, { accountNumber: "A1" })
    for (const { client, person } of [...byPolicy, ...byAccount]) {
      assert.deepEqual(person, await policyAdmin().person(client, person.accountNumber))
    }
    assert.ok(byAccount.every(({ person }) => person.accountNumber === "A1"))
    const one = await policyAdmin().find(["second-client"], { policyNumber: "7000000001" })
    assert.deepEqual(
      one.map(({ client }) => client),
      ["second-client"],
    )
    assert.deepEqual(await policyAdmin().find([], { accountNumber: "A1" }), [])
    assert.deepEqual(await policyAdmin().find(clients, { policyNumber: "9999999999" }), [])
    assert.deepEqual(await policyAdmin().find(["first-client"], { policyNumber: "A1" }), [])
  })

  test("does not mix up answers to parallel questions", async () => {
    const asked = Array.from({ length: 24 }, (_, index) => `A${(index % 3) + 1}`)
    const answers = asked.map((account) => policyAdmin().account("first-client", account))
    assert.deepEqual(
      (await Promise.all(answers)).map((account) => account?.person.accountNumber),
      asked,
    )
  })
}
