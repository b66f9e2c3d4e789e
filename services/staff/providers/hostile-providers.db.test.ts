import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { type Forged, type HostileIssuer, startHostileIssuer } from "#testing/hostile-issuer.ts"
import { supportHost } from "#testing/staff.ts"
import { providerSecret, testGroups, writeProvidersFile } from "#testing/staff-providers.ts"

const begin = "POST /appauth/staff/providers/begin"
const finish = "POST /appauth/staff/providers/finish"
const event = "http://schemas.openid.net/event/backchannel-logout"
const seconds = () => Math.floor(Date.now() / 1000)

let app: TestApp
let ash: HostileIssuer
let fir: HostileIssuer
/** The provider that becomes unavailable in one test. */
let oak: HostileIssuer
let file: { path: string; remove: () => Promise<void> }

before(async () => {
  ash = await startHostileIssuer()
  fir = await startHostileIssuer()
  oak = await startHostileIssuer()
  const settingsOf = (name: string, { issuer }: HostileIssuer) => ({
    ...{ name, label: name, issuer, clientId: `client-of-${name}`, clientSecret: providerSecret },
    groups: testGroups,
  })
  const providers = [settingsOf("ash", ash), settingsOf("fir", fir), settingsOf("oak", oak)]
  file = await writeProvidersFile({ providers })
  app = await startTestApp({ env: { STAFF_PROVIDERS_FILE: file.path } })
})

after(async () => {
  await app.close()
  await Promise.all([ash.close(), fir.close(), oak.close(), file.remove()])
})

/** A person who is not signed in by any test. */
const person = { sub: "mallory", email: "m@corp.example", groups: ["harbor-desk"] }

/** Correct claims for a sign-in at ash. */
const rightClaims = (nonce: string) => ({
  ...{ iss: ash.issuer, aud: "client-of-ash", nonce, sid: "session-1" },
  ...person,
})

async function beginAt(provider: "ash" | "fir" | "oak") {
  const browser = app.browser()
  const { reply, status, text } = await browser.call(supportHost, begin, { provider })
  assert.equal(status, 200, text)
  const address = new URL(reply.address)
  const param = (name: string) => address.searchParams.get(name) ?? ""
  return { browser, address, state: param("state"), nonce: param("nonce") }
}

/** Signs in at ash, whose token endpoint replies with the result of `forge`. */
async function signIn(
  forge: (claims: ReturnType<typeof rightClaims>) => Forged,
  answer: (right: Record<string, string>) => Record<string, string> = (right) => right,
  userinfo: object = person,
) {
  const { browser, state, nonce } = await beginAt("ash")
  ash.answerWith(forge(rightClaims(nonce)), userinfo)
  const query = answer({ code: "a-code", state, iss: ash.issuer })
  const body = { provider: "ash", answer: `?${new URLSearchParams(query)}` }
  return { browser, ...(await browser.call(supportHost, finish, body)) }
}

/** A correct sign-in of this person. */
function signInAs(sub: string) {
  const forge = (claims: ReturnType<typeof rightClaims>) => ({ claims: { ...claims, sub } })
  return signIn(forge, (right) => right, { ...person, sub })
}

async function accounts(): Promise<number> {
  const rows = await app.database.rows(sql`select 1 from appauth.agent_provider`)
  return rows.length
}

const hostile: [string, Parameters<typeof signIn>][] = [
  ["for another client", [(claims) => ({ claims: { ...claims, aud: "client-of-fir" } })]],
  [
    "for several clients that was not issued to us",
    [(claims) => ({ claims: { ...claims, aud: ["client-of-ash", "x"], azp: "x" } })],
  ],
  ["of another issuer", [(claims) => ({ claims: { ...claims, iss: fir.issuer } })]],
  ["with another nonce", [(claims) => ({ claims: { ...claims, nonce: "of an earlier sign-in" } })]],
  ["without a nonce", [({ nonce: _, ...claims }) => ({ claims })]],
  ["that expired", [(claims) => ({ claims: { ...claims, exp: seconds() - 120 } })]],
  ["that is not valid yet", [(claims) => ({ claims: { ...claims, nbf: seconds() + 600 } })]],
  ["that is not signed", [(claims) => ({ claims, signedBy: "none" })]],
  ["signed with another key with the same id", [(claims) => ({ claims, signedBy: "other" })]],
  ["signed with the client's secret", [(claims) => ({ claims, signedBy: "secret" })]],
  ["with an unknown key", [(claims) => ({ claims, header: { kid: "another" } })]],
  ["for a person whose id is not a word", [(claims) => ({ claims: { ...claims, sub: "a b\n" } })]],
  [
    "whose userinfo belongs to another person",
    [({ groups: _, ...claims }) => ({ claims }), (right) => right, { ...person, sub: "dana" }],
  ],
  ["without a state", [(claims) => ({ claims }), ({ state: _, ...right }) => right]],
  [
    "whose answer contains another issuer",
    [(claims) => ({ claims }), (right) => ({ ...right, iss: fir.issuer })],
  ],
  ["whose answer contains no issuer", [(claims) => ({ claims }), ({ iss: _, ...right }) => right]],
]

for (const [what, [forge, answer, userinfo]] of hostile) {
  test(`SSO-02 the server refuses a token ${what}`, async () => {
    const before = await accounts()
    const { status, messageIds, browser } = await signIn(forge, answer, userinfo)
    assert.deepEqual([status, messageIds], [401, ["provider.refused"]])
    assert.equal(browser.cookies.get(supportHost)?.get("session"), undefined)
    assert.equal(await accounts(), before)
  })
}

test("SSO-02 the server refuses a token with another state, and the sign-in stays open", async () => {
  const before = await accounts()
  const { browser, state, nonce } = await beginAt("ash")
  const admitted = { ...person, sub: "tabs" }
  ash.answerWith({ claims: { ...rightClaims(nonce), sub: admitted.sub } }, admitted)
  const answerOf = (state: string) =>
    `?${new URLSearchParams({ code: "a-code", state, iss: ash.issuer })}`
  const ask = (state: string) =>
    browser.call(supportHost, finish, { provider: "ash", answer: answerOf(state) })
  const refused = await ask("x")
  assert.deepEqual([refused.status, refused.messageIds], [409, ["provider.otherTab"]])
  assert.equal(browser.cookies.get(supportHost)?.get("session"), undefined)
  assert.equal(await accounts(), before)
  assert.equal((await ask(state)).status, 200)
})

test("SSO-02 a reply of one provider is refused at the address of another one", async () => {
  const before = await accounts()
  const { browser, state, nonce } = await beginAt("ash")
  ash.answerWith({ claims: rightClaims(nonce) }, person)
  const claims = { ...rightClaims(nonce), iss: fir.issuer, aud: "client-of-fir" }
  fir.answerWith({ claims }, person)
  const answer = `?${new URLSearchParams({ code: "a-code", state, iss: ash.issuer })}`
  const mixed = await browser.call(supportHost, finish, { provider: "fir", answer })
  assert.deepEqual([mixed.status, mixed.messageIds], [401, ["provider.refused"]])
  const after = await browser.call(supportHost, finish, { provider: "ash", answer })
  assert.deepEqual(after.messageIds, ["provider.restart"], "the sign-in is used up")
  assert.equal(await accounts(), before)
})

test("SSO-02 a token with the right audience, issuer, nonce, time, signature, key and state opens a session, with PKCE", async () => {
  const { address } = await beginAt("ash")
  const param = (name: string) => address.searchParams.get(name)
  assert.equal(param("code_challenge_method"), "S256")
  assert.equal(param("response_type"), "code")
  assert.equal(param("redirect_uri"), `${app.origin(supportHost)}/log-in/ash`)
  const before = await accounts()
  const { status, text } = await signInAs("carol")
  assert.equal(status, 200, text)
  assert.equal(await accounts(), before + 1)
})

const logoutClaims = () => ({
  ...{ iss: ash.issuer, aud: "client-of-ash", sub: "victor", sid: "session-1" },
  ...{ jti: `token ${Math.random()}`, events: { [event]: {} } },
})

async function postLogout(token: string, provider = "ash") {
  const body = new URLSearchParams({ logout_token: token })
  const reply = await fetch(`http://127.0.0.1:${app.port}/provider-logout/${provider}`, {
    method: "POST",
    body,
  })
  return reply.status
}

const hostileLogouts: [string, (claims: ReturnType<typeof logoutClaims>) => Forged][] = [
  ["for another client", (claims) => ({ claims: { ...claims, aud: "client-of-fir" } })],
  ["of another issuer", (claims) => ({ claims: { ...claims, iss: fir.issuer } })],
  ["with a nonce", (claims) => ({ claims: { ...claims, nonce: "as an ID token has" } })],
  ["without the event", ({ events: _, ...claims }) => ({ claims })],
  ["with another event", (claims) => ({ claims: { ...claims, events: { other: {} } } })],
  ["without an id", ({ jti: _, ...claims }) => ({ claims })],
  ["without a person or session", ({ sub: _, sid: __, ...claims }) => ({ claims })],
  ["that is an hour old", (claims) => ({ claims: { ...claims, iat: seconds() - 3600 } })],
  ["that expired", (claims) => ({ claims: { ...claims, exp: seconds() - 120 } })],
  ["of another type", (claims) => ({ claims, header: { typ: "at+jwt" } })],
  ["that is not signed", (claims) => ({ claims, signedBy: "none" })],
  ["signed with another key", (claims) => ({ claims, signedBy: "other" })],
  ["signed with the client's secret", (claims) => ({ claims, signedBy: "secret" })],
]

test("SSO-07 a logout token works once, and a forged one ends nothing", async () => {
  let { browser, reply } = await signInAs("victor")
  browser.tokens.set(supportHost, reply.access_token)
  const isOpen = async () =>
    (await browser.call(supportHost, "POST /appauth/session/extend", {})).status === 200
  for (const [what, forge] of hostileLogouts) {
    assert.equal(await postLogout(await ash.sign(forge(logoutClaims()))), 400, what)
    assert.equal(await isOpen(), true, what)
  }
  assert.equal(await postLogout("no token"), 400)
  const right = await ash.sign({ claims: logoutClaims(), header: { typ: "logout+jwt" } })
  assert.equal(await postLogout(right, "fir"), 400, "at the address of another provider")
  assert.equal(await postLogout(right, "none"), 400)
  assert.equal(await isOpen(), true)
  assert.equal(await postLogout(right), 200)
  assert.equal(await isOpen(), false)

  ;({ browser, reply } = await signInAs("victor"))
  browser.tokens.set(supportHost, reply.access_token)
  assert.equal(await postLogout(right), 200)
  assert.equal(await isOpen(), true, "a repeated token ends no later session")
  const { sid: _, ...ofPerson } = logoutClaims()
  assert.equal(await postLogout(await ash.sign({ claims: ofPerson })), 200)
  assert.equal(await isOpen(), false, "a token without a session ends all of the person's")
})

test("SSO-09 an unavailable provider keeps only its own people out, with a message", async () => {
  const { browser, state, nonce } = await beginAt("oak")
  oak.answerWith({ claims: rightClaims(nonce) }, person)
  await oak.close()
  const answer = `?${new URLSearchParams({ code: "a-code", state, iss: oak.issuer })}`
  const away = await browser.call(supportHost, finish, { provider: "oak", answer })
  assert.deepEqual([away.status, away.messageIds], [503, ["provider.away"]])
  const { status } = await signInAs("dave")
  assert.equal(status, 200)
})
