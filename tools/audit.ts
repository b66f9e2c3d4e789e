import { appendFile, readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { openDatabase } from "#database/open.ts"
import { counted } from "#platform/text/words.ts"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { readConfig } from "#server/config/config.ts"
import { openKeyRing } from "#server/config/secret-key.ts"
import { standStill } from "#services/audit/audit.store.ts"
import { type AuditFindings, checkAudit } from "#services/audit/audit-check.ts"
import type { Checkpoint } from "#services/audit/audit-strand-check.ts"

const command = {
  usage: "npm run audit -- [--checkpoints <file>]",
  options: { checkpoints: { type: "string" } },
} as const

/**
 * The operator's check of the record: `npm run audit`, or `npm run audit -- --checkpoints <file>`
 * to compare it with where it stood at earlier checks and to note in the file where it stands now.
 */
async function main(): Promise<AuditFindings & { compared: number }> {
  const { checkpoints } = readCommandLine(command).values
  // npm runs in the project's folder; the operator names the file relative to their own.
  const file = checkpoints && resolve(process.env.INIT_CWD ?? "", checkpoints)
  const config = readConfig(process.env)
  const keys = openKeyRing(config).for("audit")
  const kept = file === undefined ? [] : await readCheckpoints(file)
  const database = await openDatabase(config.database)
  try {
    const findings = await database.transaction(async (tx) => {
      await standStill(tx)
      return await checkAudit(tx, keys, kept)
    })
    if (file !== undefined && findings.problems.length === 0) {
      await appendFile(file, findings.ends.map((end) => `${JSON.stringify(end)}\n`).join(""))
    }
    return { ...findings, compared: kept.length }
  } finally {
    await database.close()
  }
}

/**
 * One a line; the file of the first check is made by it.
 *
 * Errors: an `Error` that names the line which is none, such as one that was not written whole.
 */
async function readCheckpoints(file: string): Promise<Checkpoint[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return ""
    throw error
  })
  return text
    .split("\n")
    .flatMap((line, index) => (line === "" ? [] : checkpointOf(line, `${file}, line ${index + 1}`)))
}

function checkpointOf(line: string, place: string): Checkpoint {
  try {
    const { client, number, hash } = JSON.parse(line)
    if (typeof client === "string" && Number.isInteger(number) && typeof hash === "string") {
      return { client, number, hash }
    }
  } catch {}
  throw new Error(`${place}, is no checkpoint.`)
}

/** Code 1 says that the audit log has a problem; code 2 that it could not be checked. */
async function report(): Promise<void> {
  const { entries, ends, problems, compared } = await main()
  for (const { client, number, problem } of problems) {
    const what = number === null ? "the record" : `entry ${number}`
    console.error(`${client === "" ? "the installation" : client}: ${what} ${problem}`)
  }
  const found = [counted(entries, "entry", "entries"), counted(ends.length, "chain")]
  const against = counted(compared, "checkpoint")
  console.log(`${found.join(" in ")}, ${against} compared, ${counted(problems.length, "problem")}.`)
  if (problems.length > 0) process.exitCode = 1
}

await runCommandLine(command, report, { failureCode: 2 })
