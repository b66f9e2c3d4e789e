import { expect, test } from "./fixtures.ts"

test.use({ isOlder: true })

test("DEVICE-03 people sign in, register, recover their password and pay without the features that a supported browser lacks @prove", {
  tag: "@older",
}, async ({ page, site }) => {
  await page.goto(site("harbor"))
  const present = await page.evaluate(() => ({
    "Promise.withResolvers": "withResolvers" in Promise,
    "AbortSignal.any": "any" in AbortSignal,
    "Array.fromAsync": "fromAsync" in Array,
    "Object.groupBy": "groupBy" in Object,
    "URL.canParse": "canParse" in URL,
    toSorted: "toSorted" in Array.prototype || "toSorted" in Int8Array.prototype,
    isSubsetOf: "isSubsetOf" in Set.prototype,
    "map of iterators": "map" in [].values(),
    showPopover: "showPopover" in document.body,
    Temporal: "Temporal" in globalThis,
    scheduler: "scheduler" in globalThis,
    structuredClone: "structuredClone" in globalThis,
    showModal: "showModal" in HTMLDialogElement.prototype,
  }))
  const found = Object.entries(present).flatMap(([name, isThere]) => (isThere ? [name] : []))
  expect(found).toEqual(["structuredClone", "showModal"])
})
