import assert from "node:assert/strict"
import { X509Certificate } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { after, before, test } from "node:test"
import type { TLSSocket } from "node:tls"
import { inspect } from "node:util"
import { createAdapterMetrics } from "#platform/http/adapter-metrics.ts"
import { examples } from "../contract/examples.ts"
import { AccountSystemAway } from "../port.ts"
import { createAuthority } from "./certificates-fixture.ts"
import type { Tls } from "./send.ts"
import { connectedForTest, type LogLine } from "./serve-fixture.ts"

const { client, policyNumber } = examples.personByPolicyNumber.request

const insurer = createAuthority("insurer")
const stranger = createAuthority("stranger")
const portal = insurer.sign("portal", "portal.example.com")
const forged = stranger.sign("portal", "portal.example.com")
const port = { right: 0, elsewhere: 0 }
/** The names in the certificates of the callers that got an answer. */
const answered: string[] = []

function startServer(host: string) {
  const { cert, key } = insurer.sign(`accounts at ${host}`, host)
  const demand = { ca: insurer.ca, requestCert: true, rejectUnauthorized: true }
  const server = createServer({ cert, key, ...demand }, ({ socket }, response) => {
    answered.push(String((socket as TLSSocket).getPeerCertificate().subject.CN))
    response.writeHead(200, { "content-type": "application/json" }).end('{"person":null}')
  })
  server.listen(0, "127.0.0.1")
  return server
}

const servers = [startServer("127.0.0.1"), startServer("accounts.example.com")] as const

before(async () => {
  for (const server of servers) if (!server.listening) await once(server, "listening")
  port.right = (servers[0].address() as AddressInfo).port
  port.elsewhere = (servers[1].address() as AddressInfo).port
})
after(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
    await once(server, "close")
  }
  insurer.remove()
  stranger.remove()
})

/** Sends one request, and returns whether an answer came and the log lines. */
async function ask(tls: Tls, at = port.right): Promise<{ isAnswered: boolean; logged: LogLine[] }> {
  const policyAdmin = connectedForTest(`https://127.0.0.1:${at}`, { tls })
  try {
    const asked = policyAdmin.personByPolicyNumber(client, policyNumber)
    const error = await asked.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (error !== undefined) assert.ok(error instanceof AccountSystemAway, inspect(error))
    return { isAnswered: error === undefined, logged: policyAdmin.logged }
  } finally {
    await policyAdmin.close()
  }
}

test("CONTRACT-13 a client certificate that the account system accepts opens the connection", async () => {
  const { isAnswered, logged } = await ask({ ...portal, ca: insurer.ca })
  assert.deepEqual([isAnswered, logged, answered], [true, [], ["portal"]])
})

test("CONTRACT-13 a metric contains the expiry of the client certificate, and is absent without one", async () => {
  const endsOf = async (tls: Tls) => {
    const metrics = createAdapterMetrics()
    const url = `https://127.0.0.1:${port.right}`
    await connectedForTest(url, { tls, metrics }).close()
    return (await metrics.certificateEnds.get()).values
  }
  const value = new X509Certificate(portal.cert).validToDate.getTime() / 1_000
  assert.ok(value > 0)
  const labels = { setting: "POLICY_ADMIN_TLS_CERT" }
  assert.deepEqual(await endsOf({ ...portal, ca: insurer.ca }), [{ labels, value }])
  assert.deepEqual(await endsOf({ ca: insurer.ca }), [])
})

test("CONTRACT-13 without a certificate, with one from another authority, or to a server with another authority or name, no request is sent and the log contains the reason", async () => {
  const before = answered.length
  const refused = /accept the certificate in POLICY_ADMIN_TLS_CERT|ERR_SSL_\w+_ALERT/
  const wrong: [tls: Tls, at: number, reason: RegExp][] = [
    [{ ca: insurer.ca }, port.right, refused],
    [{ ...forged, ca: insurer.ca }, port.right, refused],
    [portal, port.right, /UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT/],
    [
      { ...portal, ca: stranger.ca },
      port.right,
      /UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT/,
    ],
    [{ ...portal, ca: insurer.ca }, port.elsewhere, /ERR_TLS_CERT_ALTNAME_INVALID/],
  ]
  for (const [tls, at, reason] of wrong) {
    const { isAnswered, logged } = await ask(tls, at)
    assert.equal(isAnswered, false)
    assert.equal(logged.length, 1)
    assert.match(JSON.stringify(logged[0]), reason)
    const said = inspect(logged, { depth: null })
    assert.ok(!said.includes("PRIVATE KEY") && !said.includes(policyNumber), said)
  }
  assert.equal(answered.length, before)
})
