import assert from "node:assert/strict"
import { test } from "node:test"
import { ApiError, messages } from "#contracts/messages.ts"
import { filled } from "#contracts/placeholders.ts"
import { checkUnion } from "./checks.ts"

const site = {
  ...{ host: "my.example.com", origin: "https://my.example.com", client: "fund" },
  ...{ clientName: "The Fund", isCustomerSite: true, hosts: ["my.example.com"] },
  clients: ["painters"],
}

test("BRAND-02 the message about a missing choice contains the group's own term", () => {
  for (const [groupTerm, text] of [
    ["guild", "Please choose your guild."],
    ["union", "Please choose your union."],
  ] as const) {
    assert.throws(
      () => checkUnion({ ...site, groupTerm }, "fund"),
      (error) => {
        assert.ok(error instanceof ApiError)
        assert.equal(filled(messages[error.messageId].content, error.values), text)
        return true
      },
    )
    assert.doesNotThrow(() => checkUnion({ ...site, groupTerm }, "painters"))
  }
})
