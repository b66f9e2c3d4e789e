import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { test } from "node:test"
import { testDocumentStore } from "./conformance.ts"
import { placeOf } from "./place.ts"
import { DocumentStoreAway, mostDocumentBytes } from "./port.ts"
import { createS3DocumentStore, type S3Place } from "./s3.ts"
import { known, startS3Server } from "./s3-server.mock.ts"

const prefix = "documents/"

testDocumentStore("S3", async () => {
  const { endpoint, objects, close } = await startS3Server()
  return {
    store: createS3DocumentStore({ ...known, prefix, endpoint }),
    async putPast(name, body) {
      objects.set(`${prefix}${name}`, body)
    },
    async places() {
      return [...objects.keys()].map((name) => name.replace(prefix, "")).toSorted()
    },
    goAway: close,
    close,
  }
})

const key = {
  client: "harbor",
  accountNumber: "A1",
  documentId: "D1",
  documentSource: "S",
  documentCategory: "C",
}

test("a wrong secret or bucket makes the store unavailable, and is not reported as a missing document", async (context) => {
  const { endpoint, objects, close } = await startS3Server()
  context.after(close)
  const { accessKeyId, secretAccessKey } = known.credentials
  const wrong: Partial<S3Place>[] = [
    { credentials: { accessKeyId, secretAccessKey: "guessed" } },
    { credentials: { accessKeyId: "stranger", secretAccessKey } },
    { bucket: "another" },
    { region: "eu-central-1" },
  ]
  for (const part of wrong) {
    const store = createS3DocumentStore({ ...known, prefix, endpoint, ...part })
    assert.equal(await store.available(), false)
    await assert.rejects(store.read(key), DocumentStoreAway)
    await assert.rejects(store.write(key, Buffer.from("x")), DocumentStoreAway)
  }
  assert.equal(objects.size, 0)
})

test("a failed request is repeated once, and a second failure makes the store unavailable", async (context) => {
  let failures = 0
  const { endpoint, close } = await startS3Server((request, response) => {
    if (failures === 0) return false
    failures -= 1
    // The server closes the connection without an answer, or asks to retry later.
    if (failures % 2 === 0) request.socket.destroy()
    else response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>")
    return true
  })
  context.after(close)
  const store = createS3DocumentStore({ ...known, prefix, endpoint })
  failures = 1
  await store.write(key, Buffer.from("%PDF-1.7"))
  failures = 1
  assert.equal(String(await store.read(key)), "%PDF-1.7")
  failures = 2
  await assert.rejects(store.read(key), DocumentStoreAway)
  failures = 2
  assert.equal(await store.available(), false)
  assert.equal(await store.available(), true)
})

test("readers and writers at the same time see a whole document", async (context) => {
  const { endpoint, close } = await startS3Server()
  context.after(close)
  const store = createS3DocumentStore({ ...known, prefix, endpoint })
  const bodies = [1, 2, 3].map((mark) => Buffer.alloc(300_000, mark))
  for (const body of bodies) await store.write(key, body)
  const writing = bodies.map((body) => store.write(key, body))
  const read = await Promise.all(Array.from({ length: 12 }, () => store.read(key)))
  await Promise.all(writing)
  for (const body of read) assert.ok(bodies.some((one) => body?.equals(one)))
})

test("the S3 server of these tests refuses a request that was changed after it was signed", async (context) => {
  let headers: IncomingHttpHeaders = {}
  const { endpoint, objects, close } = await startS3Server((request) => {
    headers = request.headers
    return false
  })
  context.after(close)
  const body = randomBytes(100)
  await createS3DocumentStore({ ...known, prefix, endpoint }).write(key, body)
  const signed = headers as Record<string, string>
  const path = `/${known.bucket}/${prefix}${placeOf(key)}?x-id=PutObject`
  const { host, connection, ...sent } = signed
  const send = (change: { path?: string; body?: Buffer; headers?: Record<string, string> }) =>
    fetch(`${endpoint}${change.path ?? path}`, {
      method: "PUT",
      headers: { ...sent, ...change.headers },
      body: new Uint8Array(change.body ?? body),
    })
  assert.equal((await send({})).status, 200)
  const other = randomBytes(100)
  const changes: [Parameters<typeof send>[0], string][] = [
    [{ path: path.replace("documents", "others") }, "SignatureDoesNotMatch"],
    [{ path: `${path}&versionId=1` }, "SignatureDoesNotMatch"],
    [{ body: other }, "XAmzContentSHA256Mismatch"],
    [{ headers: { "x-amz-acl": "public-read" } }, "AccessDenied"],
    [{ headers: { "x-amz-date": "20200101T120000Z" } }, "RequestTimeTooSkewed"],
    [{ headers: { authorization: "AWS4-HMAC-SHA256" } }, "InvalidAccessKeyId"],
  ]
  for (const [change, code] of changes) {
    const reply = await send(change)
    assert.match(await reply.text(), new RegExp(`<Code>${code}</Code>`))
  }
  assert.deepEqual([...objects.values()], [body])
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
  await once(server.listen(0, "127.0.0.1"), "listening")
  context.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as { port: number }
  const endpoint = `http://127.0.0.1:${port}`
  const store = createS3DocumentStore({
    ...known,
    prefix: "",
    endpoint,
  })
  await assert.rejects(store.read(key), { name: "DocumentTooLarge" })
  await cutOff.promise
  assert.ok(sent < 4 * mostDocumentBytes)
})
