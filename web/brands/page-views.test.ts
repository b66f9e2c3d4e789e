import assert from "node:assert/strict"
import { afterEach, test } from "node:test"
import { keepPageView, takePageViews } from "./page-views.ts"

const original = Object.getOwnPropertyDescriptor(globalThis, "sessionStorage")
const view = { pagePath: "/payment-center/products", pageTitle: "Harbor Mutual Payment Center" }

function storeText(text: string) {
  const items = new Map([["pageViews", text]])
  const value = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, next: string) => void items.set(key, next),
    removeItem: (key: string) => void items.delete(key),
  }
  Object.defineProperty(globalThis, "sessionStorage", { value, configurable: true })
}

afterEach(() => {
  if (original) Object.defineProperty(globalThis, "sessionStorage", original)
  else Reflect.deleteProperty(globalThis, "sessionStorage")
})

test("SCRIPT-10 page views are stored in order until they are taken", () => {
  storeText("[]")
  keepPageView(view)
  keepPageView({ ...view, pagePath: "/payment-center/pay-now" })
  assert.deepEqual(
    takePageViews().map(({ pagePath }) => pagePath),
    [view.pagePath, "/payment-center/pay-now"],
  )
  assert.deepEqual(takePageViews(), [])
})

test("LINES-05 malformed page views are ignored, and new ones are stored", () => {
  for (const text of ['{"foo":1}', '"a"', "null", "{", '[null, 1, {"pagePath":1}]']) {
    storeText(text)
    keepPageView(view)
    assert.deepEqual(takePageViews(), [view], text)
    storeText(text)
    assert.deepEqual(takePageViews(), [], text)
  }
})
