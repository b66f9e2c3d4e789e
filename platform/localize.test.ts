import assert from "node:assert/strict"
import { test } from "node:test"
import { createLocalize } from "./localize.ts"

const none = async () => undefined

test("a message has its default wording, with values escaped", async () => {
  const localize = createLocalize(none)
  const message = await localize("harbor", "passcode.wrong", { left: "<b>4</b> tries" })
  assert.deepEqual(message, {
    type: "ERROR",
    content: [
      "That code is not correct. Please check the newest email. You have &lt;b&gt;4&lt;/b&gt; tries left.",
    ],
    messageId: "passcode.wrong",
  })
})

test("a client's own wording replaces the default one", async () => {
  const localize = createLocalize(async (client) =>
    client === "harbor" ? "Ahoy {left}" : undefined,
  )
  const own = await localize("harbor", "passcode.wrong", { left: "4" })
  const other = await localize("wayfarer", "passcode.wrong", { left: "4" })
  assert.deepEqual(own.content, ["Ahoy 4"])
  assert.deepEqual(other.content, [
    "That code is not correct. Please check the newest email. You have 4 left.",
  ])
})

test("a placeholder without a value stays unchanged, also one named like a built-in property", async () => {
  const localize = createLocalize(async () => "{nothing} {left}")
  assert.deepEqual((await localize("", "passcode.wrong", { left: "1" })).content, ["{nothing} 1"])
})
