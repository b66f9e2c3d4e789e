import { createEmailReader } from "#testing/mail-reader.ts"
import { freePort } from "../free-port.ts"
import { startMailbox } from "../mailbox/mailbox.ts"
import { callRatio } from "./call-ratio.ts"
import { addMeasuredProducts, measuredCalls } from "./calls.ts"
import { startPortal } from "./portal.ts"
import { end, residentMegabytes, startScript, untilReady } from "./processes.ts"
import type { Finding } from "./report.ts"

const host = "harbor.localhost"

/**
 * Measures calls of signed-in people next to a bare server, and the memory of our server. `calls`:
 * how many of them.
 */
export async function* callSpeed({
  rounds = 9,
  calls = Number.POSITIVE_INFINITY,
} = {}): AsyncGenerator<Finding> {
  await using stack = new AsyncDisposableStack()
  const mailbox = await startMailbox({ httpPort: 0 })
  stack.defer(() => mailbox.close())
  const { smtpUrl } = mailbox
  const portal = stack.use(await startPortal({ smtpUrl, fill: addMeasuredProducts }))
  const ports = { portal: portal.port, bare: await freePort() }
  const bare = startScript("tools/bench/bare-server.ts", {
    DATABASE_URL: portal.databaseUrl,
    SECRET_KEY: portal.secretKey,
    PORT: String(ports.bare),
  })
  stack.defer(() => end(bare))
  await untilReady(bare, `http://127.0.0.1:${ports.bare}/`)

  const idle = residentMegabytes(portal.process)
  const all = await measuredCalls(host, ports.portal, createEmailReader(mailbox).readCode)
  for (const call of all.slice(0, calls)) yield* await callRatio(ports, call, rounds)
  yield { what: "Memory of the server, idle", value: `${idle.toFixed(0)} MB` }
  const loaded = residentMegabytes(portal.process)
  yield { what: "Memory of the server, after load", value: `${loaded.toFixed(0)} MB` }
}
