import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { connectivityText } from "#contracts/connectivity.ts"
import { endpoints } from "#contracts/endpoints.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Message } from "#contracts/messages.ts"
import { wasOffline } from "#web/app/texts.ts"
import { showStepUpWith } from "#web/identity/codes/step-up/ask-step-up.ts"
import {
  accessToken,
  clearSession,
  customerSession,
  storeStaffUser,
  storeUser,
} from "#web/identity/session/session.ts"
import { clearNotifications, notifications } from "#web/shell/notifications/notifications.ts"
import { CallError, call, StepUpDeclined } from "./api.ts"

const user: StoredUser = {
  access_token: "token-1",
  accountNumber: "A-1",
  policyNumber: "4000000017",
  firstName: "Ana",
  lastName: "Duarte",
  userid: "ana_harbor",
  isEmailSubscribed: true,
}
const ended: Message = { type: "ERROR", content: ["It is over."], messageId: "session.expired" }
const failure = { type: "error", data: { messages: [ended] } }

interface Sent {
  address: string
  method: string | undefined
  token: string | null
  body: unknown
}
let sent: Sent[] = []
const browserFetch = globalThis.fetch

/** Replaces the network. The browser tests check the replies of the server. */
function answer(respond: () => Response | Promise<Response>) {
  globalThis.fetch = async (address, request) => {
    sent.push({
      address: String(address),
      method: request?.method,
      token: new Headers(request?.headers).get("authorization"),
      body: request?.body ? JSON.parse(String(request.body)) : undefined,
    })
    return await respond()
  }
}

beforeEach(() => {
  sent = []
  clearSession("logOut")
  clearNotifications()
})
afterEach(() => {
  globalThis.fetch = browserFetch
})

async function failedCall(promise: Promise<unknown>): Promise<CallError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof CallError)
  return error
}

test("a call sends the token to its address and returns the reply", async () => {
  answer(() => Response.json({ label: "Unions", items: [] }))
  storeUser(user)
  const reply = await call("GET /appcontent/clientGroup/{nameOrId}", undefined, {
    params: { nameOrId: "United Trades/1" },
  })
  assert.deepEqual(reply, { label: "Unions", items: [] })
  assert.deepEqual(sent, [
    {
      address: "/appcontent/clientGroup/United%20Trades%2F1",
      method: "GET",
      token: null,
      body: undefined,
    },
  ])
})

test("CALLS-01 logout and the calls of signed-in people carry the token, and no other call does", async () => {
  answer(() => Response.json({}))
  const calls = Object.entries(endpoints)
  const anyCall = call as (key: string, body: object) => Promise<unknown>
  for (const [key, { role }] of calls) {
    clearSession("logOut")
    storeUser(user)
    await anyCall(key, {})
    const isOfSession = role !== "anonymous" || key === "POST /appauth/logout"
    assert.equal(sent.at(-1)?.token, isOfSession ? "Bearer token-1" : null, key)
  }
  assert.ok(calls.length > 50)
})

for (const status of [401, 403]) {
  test(`SESSION-02 a ${status} clears both stores and explains why at the login`, async () => {
    answer(() => Response.json(failure, { status }))
    storeUser(user)
    storeStaffUser(user)
    const error = await failedCall(call("POST /appauth/session/extend", {}))
    assert.deepEqual([error.status, error.messages], [status, [ended]])
    assert.equal(accessToken(), undefined)
    assert.deepEqual(notifications.get(), [{ ...ended, path: "/" }])
  })
}

test("a late rejection of an earlier session leaves the current one alone", async () => {
  answer(() => {
    storeUser({ ...user, access_token: "token-2" })
    return Response.json(failure, { status: 401 })
  })
  storeUser(user)
  await failedCall(call("POST /appauth/session/extend", {}))
  assert.equal(accessToken(), "token-2")
})

test("SESSION-10 a staff post about a customer identifies the staff member, and other posts do not", async () => {
  answer(() => Response.json({ messages: [] }))
  storeUser({ ...user, csUserid: "agent.kim" })
  await call("POST /myaccount-core/dashboard", {
    client: "harbor",
    accountNumber: "A-1",
    policyNumber: "4000000017",
    policyHolder: { firstName: "Ana", lastName: "Duarte" },
    userid: "ana_harbor",
    isEmailSubscribed: true,
  })
  await call("POST /appauth/logout", {})
  const [aboutCustomer, logout] = sent.map(({ body }) => body as { csUserid?: string })
  assert.equal(aboutCustomer?.csUserid, "agent.kim")
  assert.deepEqual(logout, {})
})

test("a missing connection shows the connectivity text", async () => {
  answer(() => Promise.reject(new TypeError("Failed to fetch")))
  const error = await failedCall(call("GET /appcontent/publicIp"))
  assert.equal(error.status, 0)
  assert.deepEqual(error.messages[0]?.content, [connectivityText])
})

test("LINES-14 a call without a reply from an offline device names that after the connectivity text", async () => {
  Object.defineProperty(navigator, "onLine", { value: false, configurable: true })
  answer(() => Promise.reject(new TypeError("Failed to fetch")))
  const error = await call("GET /appauth/securityQuestions").catch((reason: unknown) => reason)
  Reflect.deleteProperty(navigator, "onLine")
  assert.ok(error instanceof CallError)
  assert.deepEqual(error.messages[0]?.content, [connectivityText, wasOffline])
})

test("a response that is not ours shows the connectivity text", async () => {
  answer(() => new Response("<h1>Bad Gateway</h1>", { status: 502 }))
  const error = await failedCall(call("GET /appcontent/publicIp"))
  assert.equal(error.status, 502)
  assert.deepEqual(error.messages[0]?.content, [connectivityText])
})

const question = { securityQuestion: "4", securityAnswer: "Teresa", username: "ana" }
const saved = { messages: [] }

/**
 * Rejects calls until the step-up is confirmed, as the server does. The person confirms it if
 * `isGiven`.
 */
function stepUpAsked(isGiven: boolean): { times: () => number; takeBack: () => void } {
  let times = 0
  let isConfirmed = false
  answer(() => {
    if (isConfirmed) return Response.json(saved)
    const required: Message = { type: "ERROR", content: ["?"], messageId: "proof.required" }
    return Response.json({ type: "error", data: { messages: [required] } }, { status: 409 })
  })
  const takeBack = showStepUpWith((settle) => {
    times += 1
    setTimeout(() => {
      isConfirmed = isGiven
      settle(isGiven)
    }, 1)
  })
  return { times: () => times, takeBack }
}

test("PROOF-03 calls that need a step-up share one dialog and are repeated unchanged after it", async () => {
  storeUser(user)
  const { times, takeBack } = stepUpAsked(true)
  const key = "PUT /myaccount-core/profile/securityDetails"
  const replies = await Promise.all([call(key, question), call(key, question)])
  assert.deepEqual(replies, [saved, saved])
  assert.equal(times(), 1)
  assert.deepEqual(
    sent.map(({ body }) => body),
    [question, question, question, question],
  )
  assert.equal(accessToken(), "token-1", "the session goes on")
  takeBack()
})

test("PROOF-04 a call without a step-up fails quietly if the person declines or cannot be asked", async () => {
  storeUser(user)
  const { takeBack } = stepUpAsked(false)
  const key = "PUT /myaccount-core/profile/securityDetails"
  for (const [turn, isAsked] of [true, false].entries()) {
    if (!isAsked) takeBack()
    const error = await failedCall(call(key, question))
    assert.ok(error instanceof StepUpDeclined)
    assert.deepEqual(error.messages, [])
    assert.equal(sent.length, turn + 1, "it is not repeated")
  }
  assert.deepEqual(notifications.get(), [])
})

const lost: Message = { type: "ERROR", content: ["Not found."], messageId: "product.gone" }
const productBody = (policyNumber: string) => ({
  ...{ client: "harbor", accountNumber: "A-1", policyNumber, userid: "ana_harbor" },
  ...{ isEmailSubscribed: true, firstName: "Ana", lastName: "Duarte" },
})

test("SESSION-14 a session whose first product is gone continues with the others", async () => {
  answer(() => {
    const { policyNumber } = (sent.at(-1)?.body ?? {}) as { policyNumber?: string }
    if (policyNumber === "") return Response.json({ payments: [], messages: [] })
    return Response.json({ type: "error", data: { messages: [lost] } }, { status: 404 })
  })
  storeUser(user)
  await call("POST /myaccount-core/paymentHistory", productBody("4000000017"))
  assert.deepEqual(
    sent.map(({ body }) => (body as { policyNumber: string }).policyNumber),
    ["4000000017", ""],
  )
  const { user: now } = customerSession.get()
  assert.deepEqual(now, { ...user, policyNumber: "" })
  // A call about a product that is not the session's product is made once.
  sent = []
  const failed = call("POST /myaccount-core/productDetails", productBody("4000000017"))
  assert.deepEqual((await failedCall(failed)).messages, [lost])
  assert.equal(sent.length, 1)
})

test("SESSION-14 a session without any product shows the server's reason", async () => {
  const gone: Message = { type: "ERROR", content: ["Gone."], messageId: "account.gone" }
  answer(() => Response.json({ type: "error", data: { messages: [gone] } }, { status: 404 }))
  storeUser(user)
  const failed = call("POST /myaccount-core/paymentHistory", productBody("4000000017"))
  assert.deepEqual((await failedCall(failed)).messages, [gone])
  assert.equal(sent.length, 1)
})
