import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import type { PolicyAdmin } from "./port.ts"

export const moved = {
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

/** Tests of contact data and the email subscription. */
export async function testContact(t: TestContext, policyAdmin: PolicyAdmin) {
  await t.test("writes contact data and nothing else, for this person alone", async () => {
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

  await t.test("lets one of many changes of the same state through", async () => {
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

  await t.test(
    "changes no contact under an old or invented version, or of an unknown person",
    async () => {
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
    },
  )

  await t.test(
    "turns a person's emails off and on, and returns whether that changed the value",
    async () => {
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
    },
  )
}
