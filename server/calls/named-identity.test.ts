import assert from "node:assert/strict"
import { test } from "node:test"
import type { CustomerSession, Site, StaffSession } from "#services/call-request.ts"
import { checkIdentity } from "./named-identity.ts"

const site: Site = {
  host: "trades.example.com",
  origin: "https://trades.example.com",
  client: "trades",
  clientName: "United Trades",
  isCustomerSite: true,
  clients: ["electricians", "steelworkers"],
  groupTerm: "union",
  hosts: ["trades.example.com", "electricians.example.com", "steelworkers.example.com"],
}
const session: CustomerSession = {
  kind: "customer",
  securityQuestionId: null,
  provenAt: null,
  startedAt: new Date(0),
  id: "1",
  client: "electricians",
  userid: "tom_electricians",
  accountNumber: "A1",
  staffUserid: null,
}
const staff: CustomerSession = { ...session, staffUserid: "kim" }

function refusal(body: unknown, who: CustomerSession | StaffSession | null): string | undefined {
  try {
    checkIdentity(body, site, who)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

test("CALLS-03 names that match the session, or are absent, are accepted", () => {
  assert.equal(refusal(undefined, session), undefined)
  assert.equal(refusal({}, session), undefined)
  assert.equal(refusal(null, session), undefined)
  assert.equal(refusal({ holder: null, details: [null] }, session), undefined)
  const own = {
    client: "electricians",
    hostName: "trades.example.com",
    accountNumber: "A1",
    userid: "tom_electricians",
    csUserid: "",
  }
  assert.equal(refusal(own, session), undefined)
  assert.equal(refusal({ ...own, csUserid: "kim" }, staff), undefined)
})

const foreign: [string, object, CustomerSession | null, string][] = [
  ["another client", { client: "harbor" }, null, "request.clientMismatch"],
  ["another union of the group", { client: "steelworkers" }, session, "request.clientMismatch"],
  ["another host", { hostName: "harbor.example.com" }, session, "request.clientMismatch"],
  ["another account", { accountNumber: "A2" }, session, "request.notYours"],
  ["another user", { userid: "ann_electricians" }, session, "request.notYours"],
  ["staff behind a customer", { csUserid: "kim" }, session, "request.notYours"],
  ["other staff", { csUserid: "lee" }, staff, "request.notYours"],
  ["no staff member, in a staff session", { csUserid: "" }, staff, "request.notYours"],
  ["a list that contains the account", { accountNumber: ["A1"] }, session, "request.notYours"],
  ["a list that contains the username", { username: ["Tom"] }, session, "request.notYours"],
  ["an object as client", { client: { toString: "harbor" } }, null, "request.clientMismatch"],
]

for (const [name, body, who, messageId] of foreign) {
  test(`CALLS-03 a body that names ${name} is refused`, () => {
    assert.equal(refusal(body, who), messageId)
  })
}

test("CALLS-03 checks a name at every place: as a field, in an object, in a list", () => {
  for (const names of [
    { username: "ann" },
    { userId: "ann_electricians" },
    { accountNumber: "A2" },
  ]) {
    assert.equal(refusal(names, session), "request.notYours")
    assert.equal(refusal({ holder: names }, session), "request.notYours")
    assert.equal(refusal({ details: [{}, names] }, session), "request.notYours")
  }
  const own = { username: " Tom ", userId: "tom_electricians", accountNumber: "A1" }
  assert.equal(refusal({ ...own, holder: own, details: [own] }, session), undefined)
})

test("CALLS-03 staff at their own site may name only themselves as the staff member, or no one, and any customer", () => {
  const session: StaffSession = {
    ...{ kind: "staff", id: "1", client: "trades", staffUserid: "kim", roles: [] },
  }
  assert.equal(refusal({ csUserid: "kim", userid: "ann_electricians" }, session), undefined)
  assert.equal(refusal({ userid: "ann_electricians" }, session), undefined)
  for (const csUserid of ["lee", ""]) {
    assert.equal(refusal({ csUserid }, session), "request.notYours")
  }
})

test("an anonymous call at a group may name the group or one of its unions", () => {
  for (const client of ["trades", "electricians", "steelworkers"]) {
    assert.equal(refusal({ client }, null), undefined)
  }
})

test("a bank account number does not count as a person's name, and all other names do", () => {
  const check = (body: unknown) =>
    checkIdentity(body, site, session, { accountNumberIsBanks: true })
  check({ accountNumber: "token_of_the_gateway", userid: "tom_electricians" })
  assert.throws(() => check({ accountNumber: "token_of_the_gateway", userid: "x_electricians" }), {
    message: "request.notYours",
  })
})
