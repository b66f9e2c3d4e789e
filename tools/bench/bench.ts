// Measures the size and speed of the portal in one run: npm run bench. It fails when a promised
// bound is missed. The speed compared with bare node:http is only reported with its aim; the speed
// of the search among a million people is promised.
//
//   npm run bench -- --scale            one, two and four servers on one PostgreSQL, and a peer
//   npm run bench -- --against=FOLDER   compares the calls of signed-in people with another version
//   npm run bench -- --paint            measures only how fast screens show and answer

import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { createEmailReader } from "#testing/mail-reader.ts"
import { build, isBuildStale } from "../build.ts"
import { freePort } from "../free-port.ts"
import { startMailbox } from "../mailbox/mailbox.ts"
import { against } from "./against.ts"
import { auditedWrites } from "./audit/audited-writes.ts"
import { callRatio } from "./call-ratio.ts"
import { addMeasuredProducts, measuredCalls } from "./calls.ts"
import { manyPeople } from "./many-people.ts"
import { paint } from "./paint/paint.ts"
import { startPortal } from "./portal.ts"
import { end, residentMegabytes, startScript, untilReady } from "./processes.ts"
import { type Finding, printFindings } from "./report.ts"
import { scale } from "./scale.ts"
import { signInRush } from "./sign-in-rush.ts"
import { startUp } from "./start-up.ts"

const host = "harbor.localhost"

async function measure(): Promise<Finding[]> {
  await using stack = new AsyncDisposableStack()
  const mailbox = await startMailbox({ httpPort: 0 })
  stack.defer(() => mailbox.close())
  const { smtpUrl } = mailbox
  const portal = stack.use(await startPortal({ smtpUrl, fill: addMeasuredProducts, settings: {} }))
  const ports = { portal: portal.port, bare: await freePort() }
  const bare = startScript("tools/bench/bare-server.ts", {
    DATABASE_URL: portal.databaseUrl,
    SECRET_KEY: portal.secretKey,
    PORT: String(ports.bare),
  })
  stack.defer(() => end(bare))
  await untilReady(bare, `http://127.0.0.1:${ports.bare}/`)

  const idle = residentMegabytes(portal.process)
  const ratios: Finding[] = []
  for (const call of await measuredCalls(host, ports.portal, createEmailReader(mailbox).readCode)) {
    ratios.push(...(await callRatio(ports, call)))
  }
  return [
    ...ratios,
    { what: "Memory of the server, idle", value: `${idle.toFixed(0)} MB` },
    {
      what: "Memory of the server, after load",
      value: `${residentMegabytes(portal.process).toFixed(0)} MB`,
    },
  ]
}

interface Chosen {
  against?: string
  paint?: boolean
  scale?: boolean
}

async function findingsOf(chosen: Chosen): Promise<Finding[]> {
  if (chosen.against !== undefined) return await against(chosen.against)
  if (isBuildStale()) build()
  if (chosen.scale) return await scale()
  if (chosen.paint) return await paint()
  return [
    ...(await measure()),
    ...(await paint()),
    ...(await auditedWrites()),
    ...(await signInRush()),
    ...(await manyPeople()),
    ...(await startUp()),
  ]
}

const command = {
  usage: `npm run bench [-- --scale | --paint | --against=FOLDER]
Measures the speed of calls and screens, side by side in one run.
  --scale           compares one, two and four servers, and a peer
  --paint           measures only how fast screens show and answer
  --against=FOLDER  compares calls with another version, built in that folder
Exit codes: 0 within the goals; 1 a goal is missed; 2 a mistyped command.`,
  options: {
    against: { type: "string" },
    paint: { type: "boolean" },
    scale: { type: "boolean" },
  },
} as const

await runCommandLine(command, async () => {
  const { values } = readCommandLine(command)
  const findings = await findingsOf(values)
  printFindings(findings)
  if (findings.some(({ missed }) => missed)) process.exitCode = 1
})
