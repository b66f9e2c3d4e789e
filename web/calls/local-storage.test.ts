import assert from "node:assert/strict"
import { afterEach, test } from "node:test"
import { readItem, writeItem } from "./local-storage.ts"

const original = Object.getOwnPropertyDescriptor(globalThis, "localStorage")

function setLocalStorage(storage: Pick<Storage, "getItem" | "setItem" | "removeItem">) {
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true })
}

function kept(items: Map<string, string>) {
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  }
}

afterEach(() => {
  if (original) Object.defineProperty(globalThis, "localStorage", original)
})

test("a text is stored until it is removed", () => {
  const items = new Map<string, string>()
  setLocalStorage(kept(items))
  writeItem("rememberedUsername", "Ana")
  assert.equal(readItem("rememberedUsername"), "Ana")
  writeItem("rememberedUsername", null)
  assert.equal(items.size, 0)
})

test("a stored text that cannot be read counts as missing", () => {
  const malformed = {
    rememberedUsername: "",
    customerLoginIp: "<img>",
    selectedUnionHostName: "https://example.com/x",
    unseenPayment: "1",
  } as const
  setLocalStorage(kept(new Map(Object.entries(malformed))))
  for (const key of Object.keys(malformed) as (keyof typeof malformed)[]) {
    assert.equal(readItem(key), null, key)
  }
})

test("a browser that rejects storage does not break the page", () => {
  const refuse = () => {
    throw new Error("QuotaExceededError")
  }
  setLocalStorage({ getItem: refuse, setItem: refuse, removeItem: refuse })
  writeItem("hideWelcome", "Y")
  assert.equal(readItem("hideWelcome"), null)
})
