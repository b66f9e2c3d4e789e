import assert from "node:assert/strict"
import { test } from "node:test"
import type { FastifyRequest } from "fastify"
import type { Role } from "#contracts/endpoint.ts"
import { proofMinutes } from "#contracts/identity/one-time-code-rules.ts"
import { ApiError } from "#contracts/messages.ts"
import type { StaffRole } from "#contracts/staff/staff-roles.ts"
import { earlier } from "#platform/time.ts"
import type { Cookies, CustomerSession, Site, StaffSession } from "#services/call-request.ts"
import type { LiveSession } from "#services/identity/sessions/sessions.ts"
import { checkStepUpCode } from "./mount.ts"
import { sessionOf } from "./session-of.ts"

const now = new Date("2026-03-02T12:00:00Z")
const cookies: Cookies = { get: () => "cookie", set() {}, clear() {} }
const ofMaria = {
  id: "1",
  client: "harbor",
  userid: "maria.santos_harbor",
  accountNumber: "HM1",
  staffUserid: null,
  securityQuestionId: null,
  provenAt: null,
  startedAt: now,
}
const row: LiveSession = {
  ...ofMaria,
  tokenHash: Buffer.alloc(0),
  seenAt: now,
  expiresAt: now,
  endedAt: null,
  staffRoles: [],
}
const acting: LiveSession = { ...row, staffUserid: "agent.kim", staffRoles: ["look", "serve"] }
const staffWith = (...staffRoles: StaffRole[]): LiveSession => ({
  ...{ ...acting, userid: null, accountNumber: null, staffRoles },
})

/** The kind of session that a call of this role gets, or the message of its refusal. */
async function outcome(
  role: Role,
  found: LiveSession | Error,
  body?: unknown,
  authorization = "Bearer secret",
): Promise<string | undefined> {
  const request = { headers: { authorization }, body } as unknown as FastifyRequest
  const find = async (_cookie: unknown, token: string | undefined) => {
    if (found instanceof Error) throw found
    return { ...found, id: token ?? "no token" }
  }
  try {
    const session = await sessionOf(role, request, {} as Site, cookies, find)
    if (session) assert.equal(session.id, "secret")
    return session?.kind
  } catch (error) {
    return error instanceof ApiError ? error.messageId : "another error"
  }
}

const over = new ApiError("session.expired")
const away = new Error("The database is away.")
const refused = "session.notAllowed"
const ofStaff = staffWith("look")
// A row for each role, with columns for the customer, acting staff, staff, an ended session and a
// failure.
const table: [Role, ...(string | undefined)[]][] = [
  ["anonymous", undefined, undefined, undefined, undefined, undefined],
  ["anonymous-or-customer", "customer", refused, refused, undefined, "another error"],
  ["customer", "customer", refused, refused, "session.expired", "another error"],
  ["customer-or-staff", "customer", "customer", refused, "session.expired", "another error"],
  ["staff", refused, refused, "staff", "session.expired", "another error"],
  ["staff:look", refused, refused, "staff", "session.expired", "another error"],
  ["staff:money", refused, refused, "staff.roleMissing", "session.expired", "another error"],
  ["signed-in", "customer", "customer", "staff", "session.expired", "another error"],
]

for (const [role, ...expected] of table) {
  test(`a call of the role ${role} accepts exactly its kinds of sessions`, async () => {
    const found: (LiveSession | Error)[] = [row, acting, ofStaff, over, away]
    for (const [index, one] of found.entries()) {
      assert.equal(await outcome(role, one), expected[index], String(index))
    }
  })
}

test("a call open to anyone is anonymous for staff with the link of an email", async () => {
  const link = { token: "secret of the link" }
  for (const found of [acting, ofStaff]) {
    assert.equal(await outcome("anonymous-or-customer", found, link), undefined)
    assert.equal(await outcome("customer", found, link), refused)
    for (const other of [null, "token", {}, undefined]) {
      assert.equal(await outcome("anonymous-or-customer", found, other), refused)
    }
  }
})

test("a session that is neither a customer's nor staff's is refused", async () => {
  const nobody = { ...row, userid: null, accountNumber: null }
  assert.equal(await outcome("signed-in", nobody), "session.required")
  const half = { ...row, accountNumber: null }
  assert.equal(await outcome("signed-in", half), "session.required")
  const otherHalf = { ...row, userid: null }
  assert.equal(await outcome("signed-in", otherHalf), "session.required")
})

test("a customer's code is valid for ten minutes; staff need none to act, and staff at their own site cannot enter one", () => {
  const session: CustomerSession = { kind: "customer", ...ofMaria }
  const staff: StaffSession = {
    ...{ kind: "staff", id: "1", client: "support", staffUserid: "agent.kim", roles: [] },
  }
  const isProven = (who: CustomerSession | StaffSession | null) => {
    try {
      checkStepUpCode(who, now)
      return true
    } catch (error) {
      assert.equal((error as ApiError).messageId, "proof.required")
      return false
    }
  }
  const limit = earlier(now, { minutes: proofMinutes })
  assert.equal(isProven({ ...session, provenAt: new Date(limit.getTime() + 1) }), true)
  assert.equal(isProven({ ...session, provenAt: limit }), false)
  assert.equal(isProven(session), false)
  assert.equal(isProven({ ...session, staffUserid: "agent.kim" }), true)
  assert.equal(isProven(staff), false)
  assert.equal(isProven(null), false)
})
