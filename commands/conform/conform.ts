import { writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import { readCommandLine, runCommandLine, UsageError } from "#server/config/command-line.ts"
import { terminal } from "#server/config/typed-as.ts"
import { allChecks } from "./all-checks.ts"
import { ConformFinding } from "./check.ts"
import { junitOf } from "./junit.ts"
import { readPeopleFile } from "./people-file.ts"
import { reportOf } from "./report.ts"
import { readRemembered, remember, restartChecks, wasTakenBack } from "./restart.ts"
import { announcements, lacksMany, runChecks, trialOf } from "./run.ts"
import { connect } from "./server.ts"

const command = {
  usage: `npm run my-account -- conform URL [--token TOKEN] [--people FILE] [--write] [--remember FILE] [--again FILE] [--junit FILE] [--json]

Checks whether an account system keeps the contract of docs/policy-admin.openapi.yaml.

  URL            where it is served, such as http://127.0.0.1:3300
  --token TOKEN  the bearer token; or set POLICY_ADMIN_TOKEN, which other users of the machine cannot see
  --people FILE  the test people, as docs/connect.md describes; without them, only HTTP is checked
  --write        also checks changes, of people with "mayChange": true; says before what it changes
  --remember FILE  with --write: posts a payment and a credit of at most 1.00 at the end, and writes them down
  --again FILE   after a restart of the server: checks that it still has them and their key, and takes them back
  --junit FILE   also writes the results as JUnit XML
  --json         prints the results as JSON

Exit code: 0 all checks that ran hold, 1 there are findings, 2 wrong usage, no answer, or stopped before the
end, 3 no findings, but more than one check in ten did not run.`,
  options: {
    token: { type: "string" },
    people: { type: "string" },
    write: { type: "boolean", default: false },
    remember: { type: "string" },
    again: { type: "string" },
    junit: { type: "string" },
    json: { type: "boolean", default: false },
  },
  words: [1, 1],
} as const

/** Code 2 means that the server could not be checked, and code 1 that there are findings. */
async function main(): Promise<void> {
  const { values, words } = readCommandLine(command)
  const url = urlOf(words[0] ?? "")
  const people = values.people === undefined ? [] : await readPeopleFile(ownPath(values.people))
  if (values.again !== undefined && (values.write || values.people !== undefined)) {
    throw new UsageError("--again stands alone: it has its own checks.")
  }
  if (values.write && !people.some(({ mayChange }) => mayChange)) {
    throw new UsageError('--write needs --people with a person who has "mayChange": true.')
  }
  if (values.remember !== undefined && !values.write)
    throw new UsageError("--remember needs --write.")
  const now = new Date()
  const again = values.again === undefined ? undefined : ownPath(values.again)
  const remembered = again === undefined ? undefined : await readRemembered(again)
  const checks = remembered ? restartChecks(remembered, now) : allChecks
  const server = connect(url, values.token ?? process.env.POLICY_ADMIN_TOKEN)
  await server.send("/v1/available", { method: "GET" }).catch((error: unknown) => {
    if (error instanceof ConformFinding) throw new Error(`${url} does not answer: ${error.came}.`)
    throw error
  })
  const run = { server, people, mayWrite: values.write, checks, signal: stopSignal() }
  // The checks report a server that cannot be read.
  if (remembered && (await wasTakenBack(trialOf(run, []), remembered).catch(() => false))) {
    throw new UsageError(
      `${again}: its payment and credit are taken back already. Remember new ones with --write --remember.`,
    )
  }
  if (values.write) {
    const lines = await announcements(run)
    console.error(["This will change:", ...lines.map((line) => `- ${line}`), undoNotice].join("\n"))
  }
  const results = await runChecks(run)
  console.log(values.json ? JSON.stringify(results, null, 2) : reportOf(results))
  if (values.junit !== undefined) await writeFile(ownPath(values.junit), junitOf(results))
  if (results.length < checks.length) throw new Error("Stopped before the end.")
  if (results.some(({ outcome }) => outcome === "finding")) process.exitCode = 1
  else if (lacksMany(results)) process.exitCode = 3
  if (values.remember !== undefined) {
    const file = ownPath(values.remember)
    await remember(trialOf(run, []), file, now)
    terminal.err(`Restart the server. Then: npm run my-account -- conform ${url} --again ${file}`)
  }
}

const undoNotice =
  "Entries of these payments and credits stay in the ledger, together with the entries that take them back.\n"

/** npm runs in the project's folder; the operator's paths are relative to their own folder. */
function ownPath(file: string): string {
  return resolve(process.env.INIT_CWD ?? "", file)
}

/** Errors: `UsageError`. */
function urlOf(typed: string): string {
  const url = URL.parse(typed)
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new UsageError(`'${typed}' is not an address that begins with http:// or https://.`)
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError("The address contains a password. Use --token or POLICY_ADMIN_TOKEN.")
  }
  return url.href
}

/** Ctrl-C lets the running check undo its changes. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopping.abort())
  return stopping.signal
}

await runCommandLine(command, main, { failureCode: 2 })
