import { appendFile, readFile } from "node:fs/promises"
import { counted } from "#platform/text/words.ts"
import type { OperatorCommand, Printer, Workplace } from "#server/commands/operator-command.ts"
import { readCommandLine } from "#server/config/command-line.ts"
import { openAuditKeys } from "#server/config/keys.ts"
import { useSnapshot } from "#services/audit/audit.store.ts"
import type { Checkpoint } from "#services/audit/audit-chain-check.ts"
import { type AuditFindings, checkAudit } from "#services/audit/audit-check.ts"

const commandLine = {
  usage: `npm run my-account -- audit [--checkpoints <file>] [--json]
Verifies that no entry of the audit log was changed or removed; docs/run/keys.md explains it.
  --checkpoints <file>  also compares the log with earlier runs, and adds this run to the file
  --json                prints the result as JSON
Exit codes: 0 the log is whole; 1 it is not, or it failed; 2 a mistyped command, or no database.`,
  options: { checkpoints: { type: "string" }, json: { type: "boolean", default: false } },
} as const

/**
 * The operator's check of the record: `npm run my-account -- audit`, or `npm run my-account -- audit --checkpoints <file>`
 * to compare it with where it stood at earlier checks and to note in the file where it stands now.
 *
 * Code 1 says that the audit log has a problem; code 2 that it could not be checked.
 */
export const auditCommand: OperatorCommand = {
  usageOf: () => commandLine.usage,
  keepsVersion: true,
  failureCode: 2,
  read(typed) {
    const { checkpoints, json } = readCommandLine(commandLine, typed).values
    return async (place) => {
      const findings = await check(place, checkpoints && place.pathOf(checkpoints))
      if (json) place.out(JSON.stringify(findings, null, 2))
      else print(place, findings)
      return findings.problems.length > 0 ? 1 : 0
    }
  },
}

async function check({ config, database }: Workplace, file: string | undefined) {
  const keys = openAuditKeys(config).entries
  const kept = file === undefined ? [] : await readCheckpoints(file)
  const findings = await database.transaction(async (tx) => {
    await useSnapshot(tx)
    return await checkAudit(tx, keys, kept)
  })
  if (file !== undefined && findings.problems.length === 0) {
    await appendFile(file, findings.ends.map((end) => `${JSON.stringify(end)}\n`).join(""))
  }
  return { ...findings, compared: kept.length }
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
  throw new Error(
    `${place} cannot be read as a checkpoint. Name a file that an earlier run wrote, or the lines with checkpoint of the log.`,
  )
}

function print(
  { out, err }: Printer,
  { entries, ends, problems, missingKeys, compared }: AuditFindings & { compared: number },
): void {
  for (const { client, number, problem } of problems) {
    const what = number === null ? "the record" : `entry ${number}`
    err(`${client === "" ? "the installation" : client}: ${what} ${problem}`)
  }
  if (missingKeys.length > 0) {
    err(
      `Entries name ${missingKeys.join(", ")}, which is not among the given keys. Add it to OTHER_AUDIT_KEYS, and check again: the other problems can follow from that.`,
    )
  }
  const found = [counted(entries, "entry", "entries"), counted(ends.length, "chain")]
  const against = counted(compared, "checkpoint")
  out(`${found.join(" in ")}, ${against} compared, ${counted(problems.length, "problem")}.`)
}
