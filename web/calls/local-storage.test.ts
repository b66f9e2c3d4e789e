import assert from "node:assert/strict"
import { afterEach, test } from "node:test"
import { createStoredStore, readItem, writeItem } from "./local-storage.ts"

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

test("a stored store keeps what is set, and forgets what is set back", () => {
  const items = new Map<string, string>()
  setLocalStorage(kept(items))
  const store = createStoredStore<{ name: string } | null>("user", null)
  store.set({ name: "Ana" })
  assert.equal(items.get("user"), '{"name":"Ana"}')
  assert.deepEqual(createStoredStore("user", null).get(), { name: "Ana" })
  store.set(null)
  assert.equal(items.size, 0)
})

test("what is kept and cannot be read counts as nothing", () => {
  setLocalStorage(kept(new Map([["user", "{"]])))
  assert.equal(createStoredStore("user", null).get(), null)
})

test("a browser that refuses to keep anything does not stop the page", () => {
  const refuse = () => {
    throw new Error("QuotaExceededError")
  }
  setLocalStorage({ getItem: refuse, setItem: refuse, removeItem: refuse })
  writeItem("hideWelcome", "Y")
  assert.equal(readItem("hideWelcome"), null)
  const store = createStoredStore<string | null>("user", null)
  store.set("Ana")
  assert.equal(store.get(), "Ana")
})
