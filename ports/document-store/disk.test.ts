import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { test } from "node:test"
import { testDocumentStore } from "./conformance.ts"
import { createDiskDocumentStore } from "./disk.ts"
import { placeOf } from "./place.ts"
import { type DocumentKey, DocumentStoreAway } from "./port.ts"

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), "documents-"))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

testDocumentStore("a folder", async () => {
  const { folder, remove } = await newFolder()
  return {
    store: createDiskDocumentStore(folder),
    async putPast(place, body) {
      await mkdir(dirname(join(folder, place)), { recursive: true })
      await writeFile(join(folder, place), body)
    },
    async places() {
      const entries = await readdir(folder, { recursive: true })
      return entries.filter((name) => name.endsWith(".pdf")).toSorted()
    },
    async goAway() {
      await remove()
      // The folder's path is taken by a file, so the store cannot create the folder.
      await writeFile(folder, "")
    },
    close: remove,
  }
})

const key: DocumentKey = {
  client: "harbor",
  accountNumber: "A1",
  documentId: "D1",
  documentSource: "S",
  documentCategory: "C",
}

test("a link out of the folder or a special file is not a document", async () => {
  const { folder, remove } = await newFolder()
  const outside = await newFolder()
  const store = createDiskDocumentStore(folder)
  const path = join(folder, placeOf(key))
  await store.write(key, Buffer.from("inside"))
  await writeFile(join(outside.folder, "secret.pdf"), "outside")

  await rm(path)
  await symlink(join(outside.folder, "secret.pdf"), path)
  assert.equal(await store.read(key), undefined)
  // Writing replaces the link and does not touch its target.
  await store.write(key, Buffer.from("inside again"))
  assert.equal(String(await store.read(key)), "inside again")

  await rename(dirname(path), join(outside.folder, "moved"))
  await symlink(join(outside.folder, "moved"), dirname(path))
  assert.equal(await store.read(key), undefined)

  await rm(dirname(path))
  await mkdir(path, { recursive: true })
  assert.equal(await store.read(key), undefined)
  await rm(path, { recursive: true })
  execFileSync("mkfifo", [path])
  assert.equal(await store.read(key), undefined)
  await remove()
  await outside.remove()
})

test("the folder itself may be a link, such as a mounted disk", async () => {
  const { folder, remove } = await newFolder()
  await mkdir(join(folder, "real"))
  await symlink(join(folder, "real"), join(folder, "link"))
  const store = createDiskDocumentStore(join(folder, "link"))
  await store.write(key, Buffer.from("kept"))
  assert.equal(String(await store.read(key)), "kept")
  await remove()
})

test("a missing folder makes the store unavailable until a document is written", async () => {
  const { folder, remove } = await newFolder()
  const store = createDiskDocumentStore(join(folder, "not", "mounted"))
  await assert.rejects(store.read(key), DocumentStoreAway)
  await store.write(key, Buffer.from("first"))
  assert.equal(String(await store.read(key)), "first")
  await remove()
})

test("readers and writers at the same time see a whole document", async () => {
  const { folder, remove } = await newFolder()
  const store = createDiskDocumentStore(folder)
  const bodies = [1, 2, 3].map((mark) => Buffer.alloc(300_000, mark))
  for (const body of bodies) await store.write(key, body)
  const writing = bodies.map((body) => store.write(key, body))
  const read = await Promise.all(Array.from({ length: 12 }, () => store.read(key)))
  await Promise.all(writing)
  for (const body of read) assert.ok(bodies.some((one) => body?.equals(one)))
  await remove()
})

test("a failed write leaves no partial file", async () => {
  const { folder, remove } = await newFolder()
  const store = createDiskDocumentStore(folder)
  const path = join(folder, placeOf(key))
  // A folder that is not empty cannot be replaced by a file.
  await mkdir(join(path, "in the way"), { recursive: true })
  await assert.rejects(store.write(key, Buffer.from("new")), (error: Error) => {
    assert.ok(error instanceof DocumentStoreAway)
    assert.match(error.message, /^The folder of documents cannot be used \(EISDIR: [a-z ]+\)\.$/)
    return true
  })
  assert.deepEqual(await readdir(dirname(path)), [path.slice(dirname(path).length + 1)])
  await remove()
})
