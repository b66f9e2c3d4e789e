// What the portal weighs and how fast it is, in one run: npm run bench
// Fails where a promise is broken; a speed is told with its aim, as machines differ.

import { randomBytes } from "node:crypto"
import { migrate } from "#database/migrate.ts"
import { openDatabase } from "#database/open.ts"
import { systemClock } from "#ports/clock.ts"
import { createMailReader } from "#testing/mail-reader.ts"
import { startPostgres } from "#testing/postgres.ts"
import { build, isBuildStale } from "../build.ts"
import { freePort } from "../free-port.ts"
import { loadFolder } from "../load/load-folder.ts"
import { startMailbox } from "../mailbox/mailbox.ts"
import { callRatio } from "./call-ratio.ts"
import { addMeasuredProducts, measuredCalls } from "./calls.ts"
import { loginPage } from "./login-page.ts"
import { end, residentMegabytes, startScript, untilReady } from "./processes.ts"
import { type Finding, printFindings } from "./report.ts"
import { startUp } from "./start-up.ts"

const host = "harbor.localhost"

async function measure(): Promise<Finding[]> {
  if (isBuildStale()) build()
  await using stack = new AsyncDisposableStack()
  const postgres = await startPostgres({})
  stack.defer(() => postgres.stop())
  const mailbox = await startMailbox({ httpPort: 0 })
  stack.defer(() => mailbox.close())
  await loadDemo(postgres.url)

  const ports = { portal: await freePort(), bare: await freePort() }
  const database = { DATABASE_URL: postgres.url }
  const portal = startScript("server/main.ts", {
    ...database,
    NODE_ENV: "production",
    // Like the bare server, it logs no request.
    LOG_LEVEL: "warn",
    LISTEN_ON: "127.0.0.1",
    PORT: String(ports.portal),
    SMTP_URL: mailbox.smtpUrl,
    // What is measured charges nobody.
    ALLOW_UNSAFE: "sandbox",
    SECRET_KEY: randomBytes(32).toString("base64"),
  })
  stack.defer(() => end(portal))
  const bare = startScript("tools/bench/bare-server.ts", {
    ...database,
    PORT: String(ports.bare),
  })
  stack.defer(() => end(bare))
  await untilReady(portal, `http://127.0.0.1:${ports.portal}/readyz`)
  await untilReady(bare, `http://127.0.0.1:${ports.bare}/`)

  const idle = residentMegabytes(portal)
  const page = await loginPage(`http://${host}:${ports.portal}/`)
  const ratios: Finding[] = []
  for (const call of await measuredCalls(host, ports.portal, createMailReader(mailbox).readCode)) {
    ratios.push(...(await callRatio(ports, call)))
  }
  return [
    ...ratios,
    { what: "Memory of the server, idle", value: `${idle.toFixed(0)} MB` },
    {
      what: "Memory of the server, after load",
      value: `${residentMegabytes(portal).toFixed(0)} MB`,
    },
    ...page,
  ]
}

async function loadDemo(url: string): Promise<void> {
  const database = await openDatabase({ url })
  await migrate(database)
  await loadFolder(database, "demo", systemClock)
  await addMeasuredProducts(database)
  await database.close()
}

try {
  const findings = [...(await measure()), ...(await startUp())]
  printFindings(findings)
  if (findings.some(({ missed }) => missed)) process.exitCode = 1
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
