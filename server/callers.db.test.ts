import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { StoredUser } from "#contracts/appauth/shapes.ts"
import type { Caller, Endpoint } from "#contracts/endpoint.ts"
import { type Endpoints, endpoints } from "#contracts/endpoints.ts"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { filledCall } from "#testing/filled-call.ts"
import { actFor, supportHost } from "#testing/staff.ts"

/**
 * Who may make each call that not everybody may. A call that is new has to be named here too, so
 * that letting somebody make it is a decision that a reader sees.
 */
const table: Record<string, Exclude<Caller, "visitor">> = {
  "PUT /appauth/userInformation": "customer-or-staff",
  "POST /appauth/session/extend": "signed-in",
  "POST /appauth/handoff": "customer",
  "GET /myaccount-core/accountRecord": "customer-or-staff",
  "POST /myaccount-core/accountRecord/notRecognised": "customer",
  "GET /myaccount-core/agent/clients": "agent",
  "POST /myaccount-core/agent/impersonate/{userId}": "agent",
  "POST /myaccount-core/agent/resetPassword": "agent",
  "PUT /myaccount-core/agent/email": "agent",
  "DELETE /myaccount-core/agent/users/{username}": "agent",
  "GET /myaccount-core/agent/approvals": "agent",
  "POST /myaccount-core/agent/approvals/{id}": "agent",
  "POST /myaccount-core/dashboard": "customer-or-staff",
  "GET /myaccount-core/documents/{documentId}/{documentSource}/{documentCategory}":
    "customer-or-staff",
  "GET /myaccount-core/productCard/{policyNumber}": "customer-or-staff",
  "POST /myaccount-core/productSummary": "customer-or-staff",
  "POST /myaccount-core/productDetails": "customer-or-staff",
  "POST /myaccount-core/profile": "customer-or-staff",
  "PUT /myaccount-core/profile": "customer-or-staff",
  "PUT /myaccount-core/profile/securityDetails": "customer",
  "PUT /myaccount-core/profile/password": "customer",
  "PUT /myaccount-core/emails/unsubscribe": "visitor-or-customer",
  "PUT /myaccount-core/emails/resubscribe": "visitor-or-customer",
  "GET /myaccount-core/paymentGateway": "customer-or-staff",
  "POST /myaccount-core/paymentMethods": "customer-or-staff",
  "POST /myaccount-core/paymentMethod/check": "customer",
  "POST /myaccount-core/paymentMethod": "customer",
  "PUT /myaccount-core/paymentMethod": "customer",
  "POST /myaccount-core/paymentMethod/delete": "customer",
  "POST /myaccount-core/payNow/data": "customer-or-staff",
  "POST /myaccount-core/payNow/homePageData": "customer-or-staff",
  "POST /myaccount-core/payNow": "customer-or-staff",
  "GET /myaccount-core/payNow": "customer-or-staff",
  "POST /myaccount-core/paymentHistory": "customer-or-staff",
  "GET /myaccount-core/receipts/{confirmationNumber}": "customer-or-staff",
  "POST /myaccount-core/products": "customer-or-staff",
  "POST /myaccount-core/paymentFrequency": "customer-or-staff",
  "POST /myaccount-core/paymentInfo": "customer-or-staff",
  "PUT /myaccount-core/paymentFrequency": "customer-or-staff",
  "POST /myaccount-core/authorizations": "customer-or-staff",
  "GET /myaccount-core/authorizations/{authorizationId}": "customer-or-staff",
}

const hosts = { harbor: "harbor.localhost", wayfarer: "wayfarer.localhost" }

interface Persona {
  browser: TestBrowser
  host: string
  may: readonly Caller[]
  user: StoredUser | undefined
}

const personas = {
  visitor: async () => ({ browser: app.browser(), host: hosts.harbor, may: [], user: undefined }),
  customer: () => signedIn(hosts.harbor, "maria.santos", ["customer", "customer-or-staff"]),
  "another customer": () =>
    signedIn(hosts.harbor, "james.okafor", ["customer", "customer-or-staff"]),
  "another brand's customer": () =>
    signedIn(hosts.wayfarer, "lena.fischer", ["customer", "customer-or-staff"]),
  "staff acting for the customer": async () => {
    const browser = app.browser()
    const user = await actFor(browser, "maria.santos_harbor")
    return { browser, host: hosts.harbor, may: ["customer-or-staff"], user }
  },
  "staff acting for another": async () => {
    const browser = app.browser()
    const user = await actFor(browser, "james.okafor_harbor")
    return { browser, host: hosts.harbor, may: ["customer-or-staff"], user }
  },
  agent: () => signedIn(supportHost, "agent.moreau", ["agent"]),
} satisfies Record<string, () => Promise<Persona>>
type PersonaName = keyof typeof personas

let app: TestApp
let maria: StoredUser
/** Of Maria's, as calls name them. */
let hers: Record<string, string>

before(async () => {
  app = await startTestApp()
  maria = (await personas.customer()).user as StoredUser
  const [facts] = await app.database.rows<Record<string, string>>(
    sql`select m.record_id as "paymentRecordId", d.document_id as "documentId",
        d.document_source as "documentSource", d.document_category as "documentCategory"
      from myaccount_core.payment_method m
      join policy_admin.policy p using (client, account_number)
      join policy_admin.document d using (client, policy_number)
      where m.client = 'harbor' and m.account_number = ${maria.accountNumber} limit 1`,
  )
  assert.ok(facts)
  hers = {
    ...facts,
    recordId: facts.paymentRecordId ?? "",
    paymentMethodRecordId: facts.paymentRecordId ?? "",
    accountNumber: maria.accountNumber,
    policyNumber: maria.policyNumber,
    userid: maria.userid,
    userId: maria.userid,
    username: "maria.santos",
    firstName: maria.firstName,
    lastName: maria.lastName,
    client: "harbor",
    hostName: hosts.harbor,
  }
})

after(() => app.close())

async function signedIn(host: string, username: string, may: Caller[]): Promise<Persona> {
  app.clock.advance({ minutes: 5 })
  const browser = app.browser()
  return { browser, host, may, user: await browser.signIn(host, username) }
}

const rows = Object.entries(endpoints) as [keyof Endpoints, Endpoint][]
const guarded = rows.filter(([, row]) => row.caller !== "visitor")

test("every call that not everybody may make is in the table, as its contract says", () => {
  const contracts = Object.fromEntries(guarded.map(([key, { caller }]) => [key, caller]))
  assert.deepEqual(contracts, table)
})

/** Maria's id for every field that holds one; the rest as the caller's own page sends it. */
function call(row: Endpoint, ids: Record<string, string>) {
  return filledCall(row, (name) => ids[name] ?? (/email/i.test(name) ? "a@example.com" : undefined))
}

async function send(
  { browser, host }: Persona,
  key: keyof Endpoints,
  { body, params, query }: ReturnType<typeof call>,
) {
  const headers = key.endsWith("/payNow") ? { "idempotency-key": crypto.randomUUID() } : {}
  return await browser.call(host, key, key.startsWith("GET ") ? undefined : (body ?? {}), {
    ...(params && { params }),
    ...(query && { query }),
    headers,
  })
}

function isAllowed({ caller }: Endpoint, may: readonly Caller[]): boolean {
  const open: Caller[] = ["signed-in", "visitor-or-customer"]
  return may.includes(caller) || open.includes(caller)
}

for (const name of Object.keys(personas) as PersonaName[]) {
  test(`CALLS-03 no call that is not theirs to make succeeds for: ${name}`, async () => {
    for (const [key, row] of guarded) {
      const persona: Persona = await personaOf(name)
      if (isAllowed(row, persona.may)) continue
      const answer = await send(persona, key, call(row, hers))
      const expected = name === "visitor" ? 401 : 403
      assert.equal(answer.status, expected, `${key}: ${answer.text}`)
    }
  })
}

/** What names nobody, or one's own session alone, may be asked by whoever is signed in. */
const namesNobody: string[] = [
  "POST /appauth/session/extend",
  "GET /myaccount-core/accountRecord",
  "GET /myaccount-core/paymentGateway",
]

for (const name of [
  "another customer",
  "another brand's customer",
  "staff acting for another",
] as const) {
  test(`CALLS-03 with another's ids in path, query and body nothing is shown or done for: ${name}`, async () => {
    const succeeded: string[] = []
    for (const [key, row] of guarded) {
      const persona: Persona = await personaOf(name)
      if (!isAllowed(row, persona.may) || namesNobody.includes(key)) continue
      const own = persona.user as StoredUser
      // All of hers, and then each by itself among the caller's own.
      const swaps = [hers, ...Object.keys(hers).map((id) => ({ ...ownIds(own), [id]: hers[id] }))]
      const asked = new Set<string>()
      for (const ids of swaps) {
        const swapped = call(row, ids as Record<string, string>)
        const text = JSON.stringify(swapped)
        const names = Object.keys(hers).filter((id) => text.includes(`"${hers[id]}"`))
        if (!names.some((id) => whose.has(id)) || asked.has(text)) continue
        asked.add(text)
        const answer = await send(await personaOf(name), key, swapped)
        assert.ok(answer.status < 500, `${key}: ${answer.text}`)
        if (answer.status < 400) succeeded.push(`${key} with ${names.join(", ")}`)
        assert.doesNotMatch(answer.text, /Maria|Santos|maria\.santos@/, key)
      }
    }
    assert.deepEqual(succeeded, [])
  })
}

/** Ids that say whose it is; a name or a host alone is somebody's word about themselves. */
const whose = new Set([
  "accountNumber",
  "policyNumber",
  "userid",
  "userId",
  "username",
  "paymentRecordId",
  "recordId",
  "paymentMethodRecordId",
  "documentId",
])

function ownIds(user: StoredUser): Record<string, string> {
  const { accountNumber, policyNumber, userid, firstName, lastName } = user
  const client = userid.slice(userid.lastIndexOf("_") + 1)
  const username = userid.slice(0, userid.lastIndexOf("_"))
  const hostName = `${client}.localhost`
  const userId = userid
  return {
    accountNumber,
    policyNumber,
    userid,
    userId,
    username,
    firstName,
    lastName,
    client,
    hostName,
  }
}

test("the customer, and staff who act for them, do reach what is theirs", async () => {
  for (const name of ["customer", "staff acting for the customer"] as const) {
    for (const key of reads) {
      const answer = await send(await personaOf(name), key, call(endpoints[key], hers))
      assert.equal(answer.status, 200, `${name}, ${key}: ${answer.text}`)
    }
  }
})

const reads: (keyof Endpoints)[] = [
  "POST /myaccount-core/dashboard",
  "POST /myaccount-core/productSummary",
  "POST /myaccount-core/productDetails",
  "POST /myaccount-core/products",
  "POST /myaccount-core/paymentMethods",
  "POST /myaccount-core/profile",
]

test("an agent of other clients finds and reaches nobody of this one", async () => {
  await app.database.rows(
    sql`update appauth.agent set clients = '{wayfarer}' where userid = 'agent.moreau'`,
  )
  for (const [key, row] of guarded.filter(([, { caller }]) => caller === "agent")) {
    const swapped = call(row, { ...hers, username: maria.userid, csUserid: "agent.moreau" })
    const query = { searchType: "username", value: "maria.santos" }
    const asked = key.includes("/clients") ? { ...swapped, query } : swapped
    const answer = await send(await personaOf("agent"), key, asked)
    assert.doesNotMatch(answer.text, /Maria|HM2041187/, key)
    if (!key.startsWith("GET ")) assert.ok(answer.status >= 400, `${key}: ${answer.text}`)
  }
})

const kept = new Map<PersonaName, Persona>()

/** Signed in once, and again where a call has ended the session. */
async function personaOf(name: PersonaName): Promise<Persona> {
  const persona = kept.get(name)
  if (persona) {
    if (name === "visitor") return persona
    const alive = await persona.browser.call(persona.host, "POST /appauth/session/extend", {})
    if (alive.status === 200) return persona
  }
  const anew: Persona = await personas[name]()
  kept.set(name, anew)
  return anew
}
