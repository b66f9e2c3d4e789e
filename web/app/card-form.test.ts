import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { isPaymentAddress, type ScreenName, screens } from "#contracts/screens.ts"
import { screenFiles } from "../build/script-inventory.ts"

const web = join(import.meta.dirname, "..")

/** The files in which people type account numbers, and those that show the gateway's frames. */
const cardForm = [
  "payments/methods/form/bank-fields.tsx",
  "payments/methods/form/card-fields.tsx",
  "payments/fields/open.ts",
  "payments/fields/sandbox/sandbox.ts",
  "payments/fields/stripe/stripe.ts",
]

/** All files reachable from one file through static or dynamic imports. */
function reachable(start: string): Set<string> {
  const found = new Set([start])
  for (const file of found) {
    const text = readFileSync(join(web, file), "utf8")
    for (const [, from = ""] of text.matchAll(
      /(?:from|import)\s*\(?\s*"((?:\.|#web\/)[^"]+\.tsx?)[?"]/g,
    )) {
      found.add(from.startsWith("#web/") ? from.slice("#web/".length) : join(file, "..", from))
    }
  }
  return found
}

test("SCRIPT-07 only the screens of the payment center can reach a card form", () => {
  for (const file of cardForm) assert.ok(existsSync(join(web, file)), file)
  const files = screenFiles()
  assert.deepEqual(Object.keys(files).sort(), Object.keys(screens).sort())
  const names = Object.keys(files) as ScreenName[]
  const withForm = names.filter((name) => {
    const reached = reachable(files[name] ?? "")
    return cardForm.some((file) => reached.has(file))
  })
  assert.deepEqual(withForm.sort(), ["payNow", "paymentCenter", "paymentMethods"])
  for (const name of withForm) assert.ok(isPaymentAddress(screens[name].path), name)

  // Among the files of the shell, only the table of screens imports the other screens.
  const shell = [
    "identity/session/signed-in.tsx",
    "shell/bars.tsx",
    "identity/session-transfer/transfer-to-union.tsx",
    "identity/session-transfer/to-group.tsx",
  ]
  for (const file of shell) {
    assert.ok(!cardForm.some((form) => reachable(file).has(form)), file)
  }
})

test("SCRIPT-07 any address below the payment center's counts as the payment center", () => {
  const within = ["", "/", "/products", "/pay-now?a=b", "?x", "/anything/below"]
  for (const rest of within) assert.ok(isPaymentAddress(`/payment-center${rest}`), rest)
  const without = Object.values(screens).filter(({ path }) => !path.startsWith("/payment-center"))
  for (const { path } of without) assert.ok(!isPaymentAddress(path), path)
  assert.ok(!isPaymentAddress("/payment-centers"))
})
