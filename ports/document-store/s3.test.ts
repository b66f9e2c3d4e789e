import assert from "node:assert/strict"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import S3rver from "@20minutes/s3rver"
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3"
import { testDocumentStore } from "./conformance.ts"
import { DocumentStoreAway, mostDocumentBytes } from "./port.ts"
import { createS3DocumentStore, type S3Place } from "./s3.ts"

/** The one key pair that the server of these tests knows. */
const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" }

async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), "s3-"))
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: "papers" }],
  })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  return {
    place: { bucket: "papers", prefix: "documents/", region: "us-east-1", endpoint, credentials },
    /** Where the server keeps what is in the bucket beneath the prefix, each object in files of its own. */
    files: join(directory, "papers", "documents"),
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

testDocumentStore("S3", async () => {
  const { place, files, close } = await startS3()
  const { bucket: Bucket, prefix, region, endpoint = "" } = place
  const client = new S3Client({ region, endpoint, credentials, forcePathStyle: true })
  let closed: Promise<void> | undefined
  const closeOnce = () => {
    closed ??= close()
    return closed
  }
  return {
    store: createS3DocumentStore(place),
    async putPast(name, Body) {
      await client.send(new PutObjectCommand({ Bucket, Key: `${prefix}${name}`, Body }))
    },
    async places() {
      const names = await readdir(files, { recursive: true })
      const objects = names.filter((name) => name.endsWith("_object"))
      return objects.map((name) => name.replace("._S3rver_object", "")).toSorted()
    },
    goAway: closeOnce,
    async close() {
      client.destroy()
      await closeOnce()
    },
  }
})

const key = {
  client: "harbor",
  accountNumber: "A1",
  documentId: "D1",
  documentSource: "S",
  documentCategory: "C",
}

test("a wrong secret or bucket is a store that is away, and not a missing document", async (context) => {
  const { place, close } = await startS3()
  context.after(close)
  const wrong: Partial<S3Place>[] = [
    { credentials: { accessKeyId: "S3RVER", secretAccessKey: "guessed" } },
    { credentials: { accessKeyId: "stranger", secretAccessKey: "S3RVER" } },
    { bucket: "nobody-s" },
  ]
  for (const part of wrong) {
    const store = createS3DocumentStore({ ...place, ...part })
    assert.equal(await store.available(), false)
    await assert.rejects(store.read(key), DocumentStoreAway)
    await assert.rejects(store.write(key, Buffer.from("x")), DocumentStoreAway)
  }
})

test("an object that never ends is cut off at the limit", async (context) => {
  let sent = 0
  const cutOff = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1_000_000))) sent += 1_000_000
    }
    response.on("drain", more).on("close", cutOff.resolve)
    response.writeHead(200, { "content-type": "application/pdf" })
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  context.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as { port: number }
  const endpoint = `http://127.0.0.1:${port}`
  const store = createS3DocumentStore({
    ...{ bucket: "papers", prefix: "", region: "us-east-1" },
    ...{ endpoint, credentials },
  })
  await assert.rejects(store.read(key), { name: "DocumentTooLarge" })
  await cutOff.promise
  assert.ok(sent < 4 * mostDocumentBytes)
})
