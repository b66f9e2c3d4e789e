// Serves the contract of docs/policy-admin.openapi.yaml over node:http. README.md explains it.

import { createHash, timingSafeEqual } from "node:crypto"
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import { resolve } from "node:path"
import { operationsOf } from "./books.mjs"

// The fields of each request. "?" marks an optional field, "[]" a list. The name implies the type.
const ofPerson = "client accountNumber"
const ofProduct = `${ofPerson} policyNumber`
const due = "productDesc dueDate amount billNumbers[] dueDates[] paymentMethodRecordId"
const inAfter = `${ofProduct} ${due}`.replaceAll(/\S+/g, "after.$&?")
const refund = "client paymentId refundId amount reopens"
const address = "addressLine1 addressLine2 addressLine3 cityName stateCode zipCode"
const contact = `emailAddress phoneNumber ${address.replaceAll(/\S+/g, "address.$&")}`
const requests = {
  available: "",
  ...{ person: ofPerson, account: ofPerson, activeProducts: ofProduct, product: ofProduct },
  ...{ policy: ofProduct, openBills: ofProduct, entries: ofProduct },
  personByPolicyNumber: "client policyNumber",
  find: "clients[] key.policyNumber? key.accountNumber?",
  document: `${ofPerson} key.documentId key.documentSource key.documentCategory`,
  nextCharge: `${ofProduct} question.today question.minimum? question.dueDates[]?`,
  comingBills: `${ofProduct} question.today question.until`,
  chargesAfter: `${ofProduct} question.today question.minimum question.underWay[]?
    question.choices.frequencyCode question.choices.paymentMethodRecordId`,
  postings: "client from to",
  autoPayDue: `client today limit after? ${inAfter}`,
  applyPayment: `${ofProduct} paymentId amount paidOn billNumbers[]?`,
  returnPayment: "client paymentId returnedOn",
  refundPayment: `${refund} refundedOn`,
  failRefund: `${refund} failedOn`,
  postCredit: `${ofProduct} on note creditId amount`,
  writeOff: `${ofProduct} on note writeOffId amount billNumber`,
  reverseCorrection: `${ofProduct} on note reversalId reverses`,
  changeContact: `${ofPerson} version ${contact.replaceAll(/\S+/g, "contact.$&")}`,
  setEmailSubscribed: `${ofPerson} isSubscribed`,
  changeBilling: `${ofProduct} changedOn seen.frequencyCode seen.paymentMethodRecordId
    wanted.frequencyCode wanted.paymentMethodRecordId wanted.paymentMethodLabel`,
  skipCharge: `${ofProduct} dueDates[]`,
  issueBills: "client today",
}
const firstChange = Object.keys(requests).indexOf("applyPayment")

const matches = (pattern) => (value) => typeof value === "string" && pattern.test(value)
const isDay = (value) =>
  matches(/^\d{4}-\d\d-\d\d$/)(value) && new Date(`${value}T00:00Z`).toJSON()?.startsWith(value)
const types = [
  [/^(on|today|from|to|until|dueDates?|\w+On)$/, isDay],
  [/^amount$/, matches(/^(?!0\.00$)(0|[1-9]\d{0,9})\.\d\d$/)],
  [/^minimum$/, matches(/^(?!-0\.00$)-?(0|[1-9]\d{0,9})\.\d\d$/)],
  [/^(billNumbers?|limit|underWay)$/, (value) => Number.isInteger(value) && value > 0],
  [/^(reopens|isSubscribed)$/, (value) => typeof value === "boolean"],
  [/^paymentId$/, matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)],
  [/^paymentMethodRecordId$/, (value) => value === null || typeof value === "string"],
  [/^after$/, (value) => value === null],
  [/./, (value) => typeof value === "string" && !value.includes("\0")],
]

/** The first field that is wrong, missing or not part of the request; undefined if there is none. */
function wrongField(name, asked) {
  const fields = requests[name].split(/\s+/).map((field) => field.replace("?", ""))
  const leaves = leavesOf(asked, "")
  const isRight = ([path, value]) => {
    const [, isRightType] = types.find(([names]) => names.test(path.split(".").at(-1))) ?? []
    if (fields.includes(`${path}[]`)) return Array.isArray(value) && value.every(isRightType)
    return fields.includes(path) && isRightType(value)
  }
  const isGiven = (field) => leaves.some(([path]) => path === field.replace("[]", ""))
  const needed = requests[name].split(/\s+/).filter((field) => field !== "" && !field.endsWith("?"))
  return leaves.find((leaf) => !isRight(leaf))?.[0] ?? needed.find((field) => !isGiven(field))
}

/**
 * Each value with its path. A list of values counts as one value; a list of objects has the values
 * of each element.
 */
function leavesOf(value, path) {
  const isObject = typeof value === "object" && value !== null
  if (Array.isArray(value) && value.some((one) => typeof one === "object" && one !== null)) {
    return value.flatMap((one) => leavesOf(one, path))
  }
  if (!isObject || Array.isArray(value)) return [[path, value]]
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, path === "" ? name : `${path}.${name}`),
  )
}

const [typed, port = "3301"] = process.argv.slice(2)
// npm runs in the project's folder; the operator's path is relative to their own folder.
const folder = resolve(process.env.INIT_CWD ?? "", typed ?? `${import.meta.dirname}/data`)
const token = process.env.POLICY_ADMIN_TOKEN ?? ""
const journal = `${folder}/journal.ndjson`
const operations = operationsOf(JSON.parse(readFileSync(`${folder}/accounts.json`, "utf8")))

// The journal contains each change with its key. Replaying it in order restores the same books.
const made = new Map()
for (const line of existsSync(journal) ? readFileSync(journal, "utf8").split("\n") : []) {
  if (line !== "") make(...JSON.parse(line))
}

function make(name, key, asked) {
  const reply = operations[name](asked)
  made.set(`${name} ${key}`, { asked: JSON.stringify(asked), reply })
  return reply
}

function change(name, key, asked) {
  const known = made.get(`${name} ${key}`)
  if (known && known.asked !== JSON.stringify(asked)) throw refusal(409, "keyReused")
  if (known) return known.reply
  // Each change is on disk before it is made and answered, so that no answered change is lost.
  appendFileSync(journal, `${JSON.stringify([name, key, asked])}\n`, { flush: true })
  return make(name, key, asked)
}

function refusal(status, code, field) {
  return { status, problem: { type: "about:blank", title: code, status, code, field } }
}

const digest = (text) => createHash("sha256").update(text).digest()

async function replyTo(request) {
  const [, given = ""] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "") ?? []
  const isToken = token !== "" && timingSafeEqual(digest(given), digest(token))
  if (!isToken) throw refusal(401, "unauthorized")
  const name = request.url.replace(/^\/v1\//, "")
  const isRead = request.method === "GET"
  const isKnown = Object.hasOwn(requests, name) && isRead === (name === "available")
  if (!isKnown) throw refusal(404, "unknownOperation")
  const body = (await Array.fromAsync(request)).join("")
  if (body.length > 1_000_000) throw refusal(413, "tooLarge")
  const asked = isRead ? {} : parsed(body)
  const wrong = wrongField(name, asked)
  if (wrong !== undefined) throw refusal(400, "invalid", wrong)
  if (Object.keys(requests).indexOf(name) < firstChange) return operations[name](asked)
  const key = request.headers["idempotency-key"] ?? ""
  if (!/^.{16,200}$/.test(key)) throw refusal(400, "invalid", "Idempotency-Key")
  return change(name, key, asked)
}

function parsed(body) {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw Object.assign(refusal(400, "invalid", ""), { cause })
  }
}

const server = createServer((request, response) => {
  const send = (status, type, content) =>
    response.writeHead(status, { "content-type": type }).end(JSON.stringify(content))
  replyTo(request).then(
    (reply) => send(200, "application/json", reply),
    (error) => {
      const { status, problem } = error instanceof Error ? refusal(500, "failed") : error
      send(status, "application/problem+json", problem)
    },
  )
})
server.listen(Number(port), "127.0.0.1", () =>
  console.log(`The account system answers at http://127.0.0.1:${server.address().port}`),
)
