import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { afterEach, beforeEach, describe, test } from "node:test"
import {
  type DocumentKey,
  type DocumentStore,
  DocumentStoreAway,
  DocumentTooLarge,
  mostDocumentBytes,
} from "./port.ts"

interface Opened {
  store: DocumentStore
  /** Writes a document directly to the storage, as another program would. */
  putPast(place: string, body: Buffer): Promise<void>
  /** The places of all stored documents, such as `harbor/3f/3f9a….pdf`, in order. */
  places(): Promise<string[]>
  /** Makes the store unreachable for the rest of the test. */
  goAway(): Promise<void>
  close(): Promise<void>
}

const key: DocumentKey = {
  client: "harbor",
  accountNumber: "HM-100234",
  documentId: "D50217",
  documentSource: "POLICY",
  documentCategory: "CONTRACT",
}
/** The place of `key`. Operators who fill a store by other means rely on it. */
const keyPlace = "harbor/af/af97e30ecd29fb584192e5a20e8303701766befb11865b12772844c680f03594.pdf"

/** Key parts that would lead outside the store if they were used as file names. */
const hostileParts = [
  "..",
  "../../../../etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "%2e%2e/",
  "/etc/passwd",
  "C:\\Windows\\win.ini",
  "a\u0000b",
  "",
  ".",
  " ",
  "x".repeat(5_000),
  "💶",
  "D50217/POLICY",
  '","',
  "?versionId=null",
  "#",
  "\n",
]

/** The rules for every adapter of this port. `open` makes an empty one. */
export function testDocumentStore(adapter: string, open: () => Promise<Opened>) {
  describe(`document-store over ${adapter}`, () => {
    let opened: Opened
    let store: DocumentStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.close())

    test("reports whether it is available", async () => {
      assert.equal(await store.available(), true)
    })

    test("finds nothing under a key without a document", async () => {
      assert.equal(await store.read({ ...key, documentId: "D0" }), undefined)
    })

    test("returns every byte, also after a document was replaced", async () => {
      for (const length of [0, 1, 70_000, 200]) {
        const body = randomBytes(length)
        await store.write(key, body)
        assert.deepEqual(await store.read(key), body)
      }
    })

    test("stores a document at the documented place", async () => {
      await store.write(key, Buffer.from("%PDF-1.7"))
      assert.ok((await opened.places()).includes(keyPlace), String(await opened.places()))
      const put = Buffer.from("%PDF-1.7 put there by another program")
      await opened.putPast(keyPlace, put)
      assert.deepEqual(await store.read(key), put)
    })

    test("PRIVACY-06 removes a document, and a missing one without an error", async () => {
      const other = { ...key, documentId: "D50218" }
      await store.write(key, Buffer.from("%PDF-1.7"))
      await store.write(other, Buffer.from("%PDF-1.7 other"))
      await store.remove(key)
      assert.equal(await store.read(key), undefined)
      assert.ok(!(await opened.places()).includes(keyPlace))
      await store.remove(key)
      assert.equal(String(await store.read(other)), "%PDF-1.7 other")
    })

    test("keeps documents apart whose keys differ in only one part or only in case", async () => {
      const others: DocumentKey[] = [
        { ...key, client: "wayfarer" },
        { ...key, accountNumber: "hm-100234" },
        { ...key, accountNumber: "HM-100235" },
        { ...key, documentId: "d50217" },
        { ...key, documentSource: "CONTRACT", documentCategory: "POLICY" },
        { ...key, documentSource: "POLICYCONTRACT", documentCategory: "" },
      ]
      await store.write(key, Buffer.from("its own"))
      for (const [index, other] of others.entries()) {
        assert.equal(await store.read(other), undefined)
        await store.write(other, Buffer.from(`of ${index}`))
      }
      for (const [index, other] of others.entries()) {
        assert.equal(String(await store.read(other)), `of ${index}`)
      }
      assert.equal(String(await store.read(key)), "its own")
    })

    test("no text in a key leads outside the store", async () => {
      for (const part of Object.keys(key) as (keyof DocumentKey)[]) {
        for (const text of hostileParts) {
          const hostile = { ...key, [part]: text }
          assert.equal(await store.read(hostile), undefined)
          await store.write(hostile, Buffer.from(`${part} ${text}`))
          assert.equal(String(await store.read(hostile)), `${part} ${text}`)
        }
      }
      for (const place of await opened.places()) {
        assert.match(place, /^[a-z0-9_-]{1,60}\/[0-9a-f]{2}\/[0-9a-f]{64}\.pdf$/)
      }
    })

    test("refuses a document that is too large, on writing and on reading", async () => {
      const most = Buffer.alloc(mostDocumentBytes, 1)
      await store.write(key, most)
      assert.equal((await store.read(key))?.length, mostDocumentBytes)
      const larger = Buffer.alloc(mostDocumentBytes + 1, 1)
      await assert.rejects(store.write(key, larger), DocumentTooLarge)
      await opened.putPast(keyPlace, larger)
      await assert.rejects(store.read(key), DocumentTooLarge)
    })

    test("reports when it is unavailable", async () => {
      await opened.goAway()
      assert.equal(await store.available(), false)
      await assert.rejects(store.read(key), DocumentStoreAway)
      await assert.rejects(store.write(key, Buffer.from("x")), DocumentStoreAway)
      await assert.rejects(store.remove(key), DocumentStoreAway)
    })
  })
}
