import assert from "node:assert/strict"
import { mock, type TestContext, test } from "node:test"
import { inspect } from "node:util"
import { z } from "zod"
import { createAdapterMetrics } from "#platform/http/adapter-metrics.ts"
import { examples } from "../contract/examples.ts"
import { operations } from "../contract/operations.ts"
import { AccountSystemAway, AccountSystemRefused } from "../port.ts"
import { restMs } from "./ask.ts"
import { type Asked, startScripted } from "./scripted.mock.ts"
import { connectedForTest, testToken } from "./serve-fixture.ts"

const payment = examples.applyPayment.request
const posted = { body: examples.applyPayment.reply }
const account = z.encode(operations.account.reply, examples.account.reply) as {
  account: { person: Record<string, unknown>; products: Record<string, unknown>[] }
}
const { client, accountNumber } = examples.account.request

async function connect(t: TestContext, answer: Parameters<typeof startScripted>[0]) {
  const server = await startScripted(answer)
  const policyAdmin = connectedForTest(server.url)
  t.after(async () => {
    await server.close()
    await policyAdmin.close()
  })
  return { ...server, policyAdmin }
}

const keyOf = ({ headers }: Asked) => headers["idempotency-key"]

test("CONTRACT-03 an unanswered request is repeated, and a change is repeated with its key", async (t) => {
  const faults = ["cut", { status: 500, body: {} }, posted] as const
  const { policyAdmin, asked } = await connect(t, (_, count) => faults[count - 1] ?? posted)
  await policyAdmin.applyPayment(payment)
  assert.equal(asked.length, 3)
  assert.ok(keyOf(asked[0] as Asked))
  assert.equal(new Set(asked.map(keyOf)).size, 1)
  assert.equal(new Set(asked.map(({ body }) => JSON.stringify(body))).size, 1)
  assert.equal((asked[0] as Asked & { body: { amount: string } }).body.amount, "26.00")
})

test("CONTRACT-03 after three unanswered requests the account system counts as unavailable", async (t) => {
  for (const fault of ["cut", { status: 503, body: {} }, { status: 504, body: {} }] as const) {
    const { policyAdmin, asked } = await connect(t, () => fault)
    await assert.rejects(policyAdmin.applyPayment(payment), AccountSystemAway)
    assert.equal(asked.length, 3)
  }
})

test("CONTRACT-03 a refusal is not repeated, and does not count as a success", async (t) => {
  for (const status of [204, 302, 400, 401, 403, 404, 409, 413, 429]) {
    const body = { code: "keyReused", field: `amount ${accountNumber}` }
    const { policyAdmin, asked } = await connect(t, () => ({ status, body }))
    await assert.rejects(policyAdmin.applyPayment(payment), AccountSystemAway, String(status))
    assert.equal(asked.length, 1)
    const [line] = policyAdmin.logged
    assert.equal(line?.level, "error")
    const told = status === 204 ? {} : { reason: "keyReused" }
    assert.deepEqual(line?.data, { operation: "applyPayment", status, ...told })
  }
})

test("CONTRACT-03 a silent account system counts as unavailable after the time limit of the operation", async (t) => {
  const { policyAdmin } = await connect(t, () => "silence")
  assert.equal(await policyAdmin.available(), false)
  assert.deepEqual(policyAdmin.logged[0]?.data, { operation: "available", reason: "timeout" })
})

test("CONTRACT-04 a reply of another shape is refused, and the log names its field and no value", async (t) => {
  const { account: good } = account
  const product = good.products[0] as { billing: object }
  const billing = (change: object) => ({
    account: { ...good, products: [{ ...product, billing: { ...product.billing, ...change } }] },
  })
  const wrong: [reply: unknown, field: string][] = [
    [billing({ amountDue: 26 }), "account.products.0.billing.amountDue"],
    [billing({ amountDue: "26" }), "account.products.0.billing.amountDue"],
    [billing({ dueDate: "2026-02-30" }), "account.products.0.billing.dueDate"],
    [billing({ kind: "secret kind" }), "account.products.0.billing.kind"],
    [{ account: { ...good, products: undefined } }, "account.products"],
    [{ account: { ...good, person: { ...good.person, lastName: 7 } } }, "account.person.lastName"],
    [
      { account: { ...good, person: { ...good.person, lastName: "\0" } } },
      "account.person.lastName",
    ],
    [
      { account: { ...good, person: { ...good.person, firstName: "\ud800" } } },
      "account.person.firstName",
    ],
    [{}, "account"],
    [null, ""],
    ["Santos", ""],
  ]
  for (const [body, field] of wrong) {
    const { policyAdmin, asked } = await connect(t, () => ({ body }))
    await assert.rejects(policyAdmin.account(client, accountNumber), AccountSystemAway)
    assert.equal(asked.length, 1)
    const data = { operation: "account", field }
    const text = "The account system's reply does not fit the contract."
    assert.deepEqual(policyAdmin.logged, [{ level: "error", data, text }])
  }
})

test("CONTRACT-04 an HTML page, half a reply and an empty body are not accepted as replies", async (t) => {
  const whole = JSON.stringify(account)
  for (const text of ["<html>Welcome</html>", whole.slice(0, -20), "", "undefined"]) {
    const { policyAdmin } = await connect(t, () => ({ text }))
    await assert.rejects(policyAdmin.account(client, accountNumber), AccountSystemAway)
  }
})

test("CONTRACT-04 a reply about another person, product or payment is refused", async (t) => {
  const { policyAdmin } = await connect(t, ({ path }) => {
    const [, , name] = path.split("/") as [string, string, keyof typeof operations]
    return { body: z.encode(operations[name].reply, examples[name].reply as never) }
  })
  const others = [
    () => policyAdmin.account(client, "HM-1"),
    () => policyAdmin.person(client, "HM-1"),
    () => policyAdmin.product(client, accountNumber, "7000000009"),
    () => policyAdmin.policy(client, accountNumber, "7000000009"),
    () => policyAdmin.find(["wayfarer"], { policyNumber: "7000000001" }),
    () => policyAdmin.applyPayment({ ...payment, paymentId: crypto.randomUUID() }),
    () => policyAdmin.changeContact(client, "HM-1", "1", examples.changeContact.request.contact),
    () => policyAdmin.postings(client, "2026-12-01", "2026-12-31"),
    () => policyAdmin.writeOff({ ...examples.writeOff.request, amount: 249 }),
  ]
  for (const other of others) await assert.rejects(other, AccountSystemAway, String(other))
  assert.ok(await policyAdmin.account(client, accountNumber))
  await policyAdmin.applyPayment(payment)
})

/** The encoded reply of the examples, changed in one place. */
function changedReply(name: keyof typeof operations, change: (reply: never) => void): unknown {
  const reply = z.encode(operations[name].reply, examples[name].reply as never)
  const copy = structuredClone(reply)
  change(copy as never)
  return copy
}

type Row = Record<string, unknown>

test("CONTRACT-04 a number that lost its zeros, has blanks or other capitals, or belongs to another product is refused with its place", async () => {
  const at = { client, accountNumber, policyNumber: examples.product.request.policyNumber }
  const wrongNumbers = [
    "1884425",
    "70000000012",
    " 7000000001",
    "7000000001 ",
    "７０００００000１",
    "",
  ]
  const products = (change: (all: Row[]) => void) => (reply: { account: { products: Row[] } }) =>
    change(reply.account.products)
  const cases: [keyof typeof operations, (reply: never) => void, field: string][] = [
    ...wrongNumbers.flatMap((policyNumber): typeof cases => [
      [
        "account",
        products(([first]) => Object.assign(first ?? {}, { policyNumber })),
        "account.products.0.policyNumber",
      ],
      [
        "product",
        (reply: { product: Row }) => Object.assign(reply.product, { policyNumber }),
        "product.policyNumber",
      ],
      [
        "activeProducts",
        (reply: { products: Row[] }) => Object.assign(reply.products[0] ?? {}, { policyNumber }),
        "products.0.policyNumber",
      ],
    ]),
    [
      "account",
      products((all) => all.push({ ...all[0] })),
      `account.products.${account.account.products.length}.policyNumber`,
    ],
    ...[accountNumber.toLowerCase(), `${accountNumber} `, `\u00a0${accountNumber}`].flatMap(
      (other): typeof cases => [
        [
          "account",
          (reply: { account: { person: Row } }) =>
            Object.assign(reply.account.person, { accountNumber: other }),
          "account.person.accountNumber",
        ],
        [
          "person",
          (reply: { person: Row }) => Object.assign(reply.person, { accountNumber: other }),
          "person.accountNumber",
        ],
      ],
    ),
    [
      "find",
      (reply: { people: { person: Row }[] }) =>
        Object.assign(reply.people[0]?.person ?? {}, { accountNumber: "HM-999999" }),
      "people.0.person.accountNumber",
    ],
    ...(["openBills", "entries", "nextCharge", "comingBills", "chargesAfter"] as const).map(
      (name): (typeof cases)[number] => [
        name,
        (reply: Row) => Object.assign(reply, { policyNumber: "7000000009" }),
        "policyNumber",
      ],
    ),
  ]
  for (const [name, change, field] of cases) {
    const body = changedReply(name, change)
    const server = await startScripted(() => ({ body }))
    const policyAdmin = connectedForTest(server.url)
    const asked = { ...examples[name].request, ...at } as never as { question: never }
    const of = [at.client, at.accountNumber, at.policyNumber] as const
    const call = {
      account: () => policyAdmin.account(client, accountNumber),
      person: () => policyAdmin.person(client, accountNumber),
      find: () => policyAdmin.find([client], { accountNumber: "hm 100234" }),
      product: () => policyAdmin.product(...of),
      activeProducts: () => policyAdmin.activeProducts(...of),
      openBills: () => policyAdmin.openBills(...of),
      entries: () => policyAdmin.entries(...of),
      nextCharge: () => policyAdmin.nextCharge(...of, asked.question),
      comingBills: () => policyAdmin.comingBills(...of, asked.question),
      chargesAfter: () => policyAdmin.chargesAfter(...of, asked.question),
    }[name as "account"]
    await assert.rejects(call, AccountSystemAway, `${name} ${field}`)
    assert.deepEqual(policyAdmin.logged.at(-1)?.data, { operation: name, field })
    await server.close()
    await policyAdmin.close()
  }
})

test("CONTRACT-04 an invalid auto pay row is left out, named by its place and counted, and other customers do not wait for it", async (t) => {
  const [row] = (z.encode(operations.autoPayDue.reply, examples.autoPayDue.reply) as { due: Row[] })
    .due
  const rowOf = (number: number | string) => ({ ...row, policyNumber: String(number) })
  // Sorted as text. The short numbers stand at both ends of the first page, and alone on the last
  // one.
  const all = [
    ...["1000000001", "1884425", "2000000002", "3000000003", "31", "32"].map(rowOf),
    { ...rowOf("4000000004"), amount: 26 },
    ...["5000000005", "6", "7"].map(rowOf),
  ]
  const { today } = examples.autoPayDue.request
  const ask = (limit: number) => async (rows: Row[]) => {
    const { policyAdmin, asked } = await connect(t, ({ body }) => {
      const { after } = body as { after: { policyNumber: string } | null }
      const from = after ? rows.findIndex((one) => one.policyNumber === after.policyNumber) + 1 : 0
      return { body: { due: rows.slice(from, from + limit) } }
    })
    const found: string[] = []
    let page: Awaited<ReturnType<typeof policyAdmin.billing.autoPayDue>> = []
    do {
      page = await policyAdmin.billing.autoPayDue(client, today, page.at(-1), limit)
      found.push(...page.map(({ policyNumber }) => policyNumber))
    } while (page.length === limit)
    return { found, asked, logged: policyAdmin.logged }
  }
  const good = ["1000000001", "2000000002", "3000000003", "5000000005"]
  for (const limit of [4, 5, 100]) {
    const { found, logged } = await ask(limit)(all)
    assert.deepEqual(found, good, String(limit))
    assert.ok(logged.every(({ level }) => level === "error"))
    const places = logged.flatMap(({ data }) => (data as { fields: string[] }).fields)
    assert.ok(places.includes("due.1.policyNumber"), String(places))
  }
  assert.ok((await ask(100)(all)).logged[0]?.text.includes("left out"))
  const short = Array.from({ length: 4 }, (_, at) => rowOf(at))
  await assert.rejects(ask(4)(short), AccountSystemAway, "a page without any good row")
  assert.deepEqual((await ask(5)(short)).found, [])
  // A page of another client, or of a later day, is not accepted as an answer.
  for (const other of [{ client: "twin" }, { dueDate: "2027-01-01" }]) {
    await assert.rejects(ask(100)([{ ...rowOf("1000000001"), ...other }]), AccountSystemAway)
  }
})

test("CONTRACT-04 fields that a later version adds are ignored", async (t) => {
  const more = { ...account.account, balance: "1.00", person: { ...account.account.person, x: 1 } }
  const { policyAdmin } = await connect(t, () => ({ body: { account: more, more: [] } }))
  assert.deepEqual(await policyAdmin.account(client, accountNumber), examples.account.reply.account)
})

test("CONTRACT-05 after ten failures requests pause for a while, then one request tries", async (t) => {
  mock.timers.enable({ apis: ["Date"], now: Date.now() })
  t.after(() => mock.timers.reset())
  let isAnswering = false
  const { policyAdmin, asked } = await connect(t, () =>
    isAnswering ? { body: account } : { status: 500, body: {} },
  )
  const ask = () => policyAdmin.account(client, accountNumber)
  const askMany = async () => {
    const many = Array.from({ length: 10 }, ask)
    for (const one of await Promise.allSettled(many)) assert.equal(one.status, "rejected")
  }
  await askMany()
  const before = asked.length
  await askMany()
  assert.equal(asked.length, before, "nothing is asked")
  assert.equal(await policyAdmin.available(), false)
  assert.equal(asked.length, before)
  mock.timers.tick(restMs)
  await askMany()
  assert.equal(asked.length, before + 1, "one request tried")
  isAnswering = true
  await assert.rejects(ask, AccountSystemAway, "it rests again")
  mock.timers.tick(restMs)
  assert.ok(await ask())
  assert.ok((await Promise.all([ask(), ask()])).every(Boolean))
  const told = policyAdmin.logged.filter(({ level }) => level !== "warn").map(({ text }) => text)
  assert.deepEqual(told, [
    ...Array(2).fill("The account system does not answer. It is asked again after a rest."),
    "The account system answers again.",
  ])
})

test("CONTRACT-08 neither log nor error contains a token, an account number or a name", async (t) => {
  const heard: unknown[] = []
  for (const fault of [
    "cut",
    { status: 500, body: { code: "failed", field: "Santos" } },
    { status: 400, body: { code: "Santos", detail: accountNumber } },
    { body: { account: { person: { accountNumber, lastName: "Santos" } } } },
    { text: `Santos ${accountNumber}` },
  ] as const) {
    const { policyAdmin } = await connect(t, () => fault)
    await policyAdmin.account(client, accountNumber).catch((error) => heard.push(error))
    await policyAdmin.applyPayment(payment).catch((error) => heard.push(error))
    heard.push(policyAdmin.logged)
  }
  const wrong = { ...payment, paymentId: `Santos ${accountNumber}` }
  const { policyAdmin } = await connect(t, () => posted)
  await policyAdmin.applyPayment(wrong).catch((error) => heard.push(error))
  assert.equal(heard.length, 16)
  const said = inspect(heard, { depth: null, showHidden: true })
  for (const secret of [testToken, accountNumber, payment.policyNumber, "Santos"]) {
    assert.ok(!said.includes(secret), secret)
  }
})

test("CONTRACT-03 a refused token is counted as such, also when the availability is checked", async (t) => {
  const metrics = createAdapterMetrics()
  const { url, close } = await startScripted(() => ({ status: 401, body: {} }))
  const policyAdmin = connectedForTest(url, { metrics })
  t.after(async () => {
    await close()
    await policyAdmin.close()
  })
  const faults = async () => (await metrics.accountSystemFaults.get()).values
  assert.ok((await faults()).every(({ value }) => value === 0))
  assert.equal(await policyAdmin.available(), false)
  await assert.rejects(policyAdmin.account(client, accountNumber), AccountSystemAway)
  const counted = (await faults()).filter(({ value }) => value > 0)
  assert.deepEqual(counted, [{ labels: { fault: "unauthorized" }, value: 2 }])
})

test("CONTRACT-12 the refusal of a change is distinguished from an outage, with its code and field", async (t) => {
  for (const status of [400, 403, 404, 409, 413, 422]) {
    const body = { code: "invalid", field: "amount" }
    const { policyAdmin } = await connect(t, () => ({ status, body }))
    const refused = await policyAdmin.applyPayment(payment).catch((error: unknown) => error)
    assert.ok(refused instanceof AccountSystemRefused, String(status))
    assert.equal(refused.detail, `applyPayment ${status} invalid amount`)
    const read = await policyAdmin.account(client, accountNumber).catch((error: unknown) => error)
    assert.ok(read instanceof AccountSystemAway && !(read instanceof AccountSystemRefused))
  }
  // These statuses concern our token, the number of our requests, or the connection.
  for (const status of [204, 302, 401, 429, 500, 503]) {
    const { policyAdmin } = await connect(t, () => ({ status, body: { code: "unauthorized" } }))
    const away = await policyAdmin.applyPayment(payment).catch((error: unknown) => error)
    assert.ok(away instanceof AccountSystemAway && !(away instanceof AccountSystemRefused))
  }
})

test("CONTRACT-04 an email address that no mail server accepts is treated as absent, and stays in the account system", async (t) => {
  const { person } = account.account
  let onFile = ""
  const { policyAdmin, asked } = await connect(t, ({ path }) => {
    if (path.endsWith("/changeContact")) return { body: examples.changeContact.reply }
    const held = { ...person, emailAddress: onFile }
    if (path.endsWith("/find")) return { body: { people: [{ client, person: held }] } }
    if (path.endsWith("/account"))
      return { body: { account: { ...account.account, person: held } } }
    return { body: { person: held } }
  })
  const addresses = async () => [
    (await policyAdmin.person(client, accountNumber))?.emailAddress,
    (await policyAdmin.personByPolicyNumber(client, "4000000017"))?.emailAddress,
    (await policyAdmin.find([client], { accountNumber }))[0]?.person.emailAddress,
    (await policyAdmin.account(client, accountNumber))?.person.emailAddress,
  ]
  const contact = { ...examples.changeContact.request.contact, emailAddress: "" }
  const changed = async () => {
    await policyAdmin.changeContact(client, accountNumber, "1", contact)
    const { body } = asked.at(-1) as { body: { contact: { emailAddress: string } } }
    return body.contact.emailAddress
  }
  for (const text of [
    ...["a@x.com; b@x.com", "a@x.com,b@y.com", "Ana <a@x.com>", "none", "a@x.com.", "a @x.com"],
    ...["a@x.com\r\nBcc: b@y.com", "mailto:a@x.com", "a@x..com", "é@x.com", "a@é.com", "@", "n/a"],
  ]) {
    onFile = text
    assert.deepEqual(await addresses(), ["", "", "", ""], text)
    assert.equal(await changed(), text, "a change of the phone number alone")
  }
  const warnings = policyAdmin.logged.filter(({ level }) => level === "warn")
  assert.equal(warnings.length, 1, "one for an account")
  for (const [text, address] of [
    [" a@x.com ", "a@x.com"],
    ["A@X.com", "A@X.com"],
    ["", ""],
    ["  ", ""],
  ] as const) {
    onFile = text
    assert.deepEqual(await addresses(), [address, address, address, address])
    assert.equal(await changed(), "", "an address may be taken away")
  }
})
