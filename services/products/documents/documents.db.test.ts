import assert from "node:assert/strict"
import { cp, mkdtemp, rename, rm, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { createDiskDocumentStore } from "#ports/document-store/disk.ts"
import { placeOf } from "#ports/document-store/place.ts"
import { type DocumentKey, mostDocumentBytes } from "#ports/document-store/port.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { createTestClock } from "#testing/clock.ts"
import { demoDocumentsFolder } from "#testing/demo-documents.ts"
import { logLines } from "#testing/log-lines.ts"
import { elementsOf, readPdf } from "#testing/pdf-reader.ts"

const host = "harbor.localhost"
const view = "GET /myaccount-core/documents/{documentId}/{documentSource}/{documentCategory}"
const card = "GET /myaccount-core/productCard/{policyNumber}"

let folder: string
let app: TestApp
let james: TestBrowser
/** Every document of every brand, with its owner. */
let everything: (DocumentKey & { documentName: string; holder: string; policyNumber: string })[]
let ofJames: typeof everything

before(async () => {
  folder = await demoDocumentsFolder(createTestClock())
  app = await startTestApp({ documentsFolder: folder })
  james = app.browser()
  const { accountNumber } = await james.signIn(host, "james.okafor")
  everything = await app.database.rows(
    sql`select d.client, p.account_number, d.document_id,
      d.document_source, d.document_category,
      d.document_name, p.first_name || ' ' || p.last_name as holder,
      d.policy_number
    from policy_admin.document d join policy_admin.policy y using (client, policy_number)
    join policy_admin.person p on p.client = d.client and p.account_number = y.account_number`,
  )
  ofJames = everything.filter(
    (one) => one.client === "harbor" && one.accountNumber === accountNumber,
  )
})

after(() => app.close())

async function ask(
  key: Pick<DocumentKey, "documentId" | "documentSource" | "documentCategory">,
  by = james,
) {
  const { documentId, documentSource, documentCategory } = key
  const params = { documentId, documentSource, documentCategory }
  return await by.call(host, view, undefined, { params })
}

test("every document that the demo lists is a tagged PDF with its brand, holder and plan", async () => {
  const store = createDiskDocumentStore(folder)
  assert.ok(everything.length > 30)
  const kinds = new Set<string>()
  for (const entry of everything) {
    const body = await store.read(entry)
    assert.ok(body, `${entry.client} ${entry.documentId} has no file`)
    // Reading a document is slow, and documents of one kind have the same layout.
    if (kinds.has(entry.documentName)) continue
    kinds.add(entry.documentName)
    const pdf = await readPdf(body)
    assert.equal(pdf.isTagged, true)
    assert.equal(pdf.language, "en-US")
    assert.equal(elementsOf(pdf.elements, "H1").length, 1)
    assert.ok(elementsOf(pdf.elements, "Figure")[0]?.alt)
    assert.ok(pdf.subject.includes(entry.policyNumber))
    assert.ok(pdf.subject.includes(entry.holder), pdf.subject)
  }
})

test("DETAILS-03 a person's own document is returned as a PDF in base64", async () => {
  assert.ok(ofJames.length > 1)
  for (const entry of ofJames) {
    const { status, reply, headers } = await ask(entry)
    assert.equal(status, 200)
    assert.deepEqual(reply.messages, [])
    assert.equal(headers["cache-control"], "no-store")
    const pdf = await readPdf(Buffer.from(reply.document, "base64"))
    assert.equal(pdf.title, entry.documentName)
    assert.equal(pdf.author, "Harbor Mutual")
  }
})

test("another person's document is not found, nor is any mix of two documents' keys", async () => {
  const nameOf = (key: DocumentKey) =>
    `${key.documentId} ${key.documentSource} ${key.documentCategory}`
  const foreign = everything.filter((one) => !ofJames.some((his) => nameOf(his) === nameOf(one)))
  const [own] = ofJames
  assert.ok(own)
  const mixed = foreign.slice(0, 3).flatMap(({ documentId, documentSource, documentCategory }) => [
    { ...own, documentId },
    { ...own, documentSource: `${documentSource}x` },
    { ...own, documentCategory: `${documentCategory}x` },
  ])
  for (const key of [...foreign, ...mixed]) {
    app.clock.advance({ seconds: 10 })
    const answer = await ask(key)
    assert.equal(answer.status, 404, JSON.stringify(key))
    assert.deepEqual(answer.messageIds, ["request.notFound"])
  }
})

test("TENANT-03 documents with equal names at two clients stay separate", async () => {
  const others = everything.filter(({ client }) => client === "twin")
  for (const own of ofJames) {
    const same = others.find(({ documentId }) => documentId === own.documentId)
    assert.equal(same?.documentName, `${own.documentName} Twin`)
    app.clock.advance({ seconds: 10 })
    const { reply } = await ask(own)
    const pdf = await readPdf(Buffer.from(reply.document, "base64"))
    assert.equal(pdf.title, own.documentName)
  }
})

test("no text in the path gives access to another document", async () => {
  const [own] = ofJames
  assert.ok(own)
  const { client, accountNumber, documentId, documentSource, documentCategory } = own
  const other = everything.find((one) => one.accountNumber !== accountNumber) ?? own
  for (const text of [
    "..",
    "../..",
    `../${documentId}`,
    `%2e%2e%2f${documentId}`,
    `${documentId}\u0000`,
    ` ${documentId}`,
    documentId.toLowerCase(),
    `/${client}/${other.accountNumber}/${other.documentId}`,
    placeOf(other),
    "/etc/passwd",
    "' or ''='",
    "%",
    "💶",
    "x".repeat(61),
    "x".repeat(5_000),
  ]) {
    for (const part of [
      { documentId: text },
      { documentSource: text },
      { documentCategory: text },
    ]) {
      app.clock.advance({ seconds: 10 })
      const answer = await ask({ documentId, documentSource, documentCategory, ...part })
      assert.ok([404, 422].includes(answer.status), `${answer.status} ${text}`)
    }
  }
})

test("a document or a card needs a session of this host", async () => {
  const [own] = ofJames
  assert.ok(own)
  const { documentId, documentSource, documentCategory, policyNumber } = own
  const params = { documentId, documentSource, documentCategory }
  const stranger = app.browser()
  for (const at of [host, "wayfarer.localhost"]) {
    assert.equal((await stranger.call(at, view, undefined, { params })).status, 401)
    const answer = await stranger.call(at, card, undefined, { params: { policyNumber } })
    assert.equal(answer.status, 401)
  }
  const token = james.tokens.get(host)
  const elsewhere = await james.call("wayfarer.localhost", view, undefined, {
    params,
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(elsewhere.status, 401)
  const agent = app.browser()
  await agent.signIn("support.localhost", "agent.kim")
  const asked = await agent.call("support.localhost", view, undefined, { params })
  assert.equal(asked.status, 403)
})

test("a card exists for each active product of the person, and for no other", async () => {
  const maria = app.browser()
  const { accountNumber } = await maria.signIn(host, "maria.santos")
  const products = await app.database.rows<{ policyNumber: string; mine: boolean }>(
    sql`select policy_number, account_number = ${accountNumber} and active as mine
      from policy_admin.policy where client = 'harbor'
        and (account_number = ${accountNumber} or not active or policy_number like '%1')`,
  )
  assert.ok(products.filter(({ mine }) => !mine).length > 14)
  for (const { policyNumber, mine } of products) {
    app.clock.advance({ seconds: 10 })
    const answer = await maria.call(host, card, undefined, { params: { policyNumber } })
    assert.equal(answer.status, mine ? 200 : 404, policyNumber)
    if (!mine) continue
    const { elements, title } = await readPdf(Buffer.from(answer.reply.document, "base64"))
    assert.equal(title, "Certificate card")
    const facts = elementsOf(elements, "LBody").map(({ text }) => text)
    assert.ok(facts.includes("Maria Santos"))
    assert.ok(facts.includes(policyNumber))
  }
})

test("a document that cannot be read shows the reason, with its own text for each case", async (t) => {
  const damaged = await mkdtemp(join(tmpdir(), "documents-"))
  t.after(() => rm(damaged, { recursive: true, force: true }))
  await cp(folder, damaged, { recursive: true })
  let log = ""
  const logTo = logLines((line) => {
    log += `${line}\n`
  })
  const other = await startTestApp({ documentsFolder: damaged, logTo })
  t.after(() => other.close())
  const browser = other.browser()
  await browser.signIn(host, "james.okafor")
  const [first, second] = ofJames
  assert.ok(first && second)
  const path = join(damaged, placeOf(first))
  await truncate(path, mostDocumentBytes + 1)
  const large = await ask(first, browser)
  assert.equal(large.status, 503)
  assert.deepEqual(large.messageIds, ["document.tooLarge"])

  for (const content of ["", "<html>Not found</html>", "%PDF-1.7\n1 0 obj", "\n%%EOF"]) {
    await writeFile(path, content)
    const broken = await ask(first, browser)
    assert.deepEqual([broken.status, broken.messageIds], [404, ["document.missing"]], content)
  }
  assert.match(log, /is not a whole PDF/)
  await writeFile(path, `junk before\n%PDF-1.7\n${" ".repeat(3000)}\n%%EOF\n`)
  assert.equal((await ask(first, browser)).status, 200)

  await rm(path)
  const missing = await ask(first, browser)
  assert.equal(missing.status, 404)
  assert.deepEqual(missing.messageIds, ["document.missing"])

  await rename(damaged, `${damaged}-away`)
  const away = await ask(second, browser)
  assert.equal(away.status, 503)
  assert.deepEqual(away.messageIds, ["document.unavailable"])
  assert.ok(!away.text.includes(damaged))
  assert.match(log, /A document could not be read/)
  await rename(`${damaged}-away`, damaged)
  assert.equal((await ask(second, browser)).status, 200)
})

test("a person who reads very many documents is rate-limited", async () => {
  const siobhan = app.browser()
  const { accountNumber } = await siobhan.signIn(host, "siobhan.obrien")
  const entry = everything.find(
    (one) => one.client === "harbor" && one.accountNumber === accountNumber,
  )
  assert.ok(entry)
  const statuses: number[] = []
  for (let index = 0; index < 61; index++) statuses.push((await ask(entry, siobhan)).status)
  assert.deepEqual(new Set(statuses.slice(0, 60)), new Set([200]))
  assert.equal(statuses.at(-1), 429)
})
