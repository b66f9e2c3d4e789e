// Compares the table of calls that the HTTP tests read with the contract rows: npm run roles

import { endpoints } from "#contracts/endpoints.ts"
import { acceptTable, differencesOf, tableText } from "#server/calls/roles/table-fixture.ts"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"

const command = {
  usage: `npm run roles -- [--accept]
Compares server/calls/roles/calls.txt with the contract rows: calls, roles and proofs.

  --accept  writes those of the contract rows to the file; audit actions stay
Exit codes: 0 they agree, or the file is written; 1 they differ; 2 a mistyped command.`,
  options: { accept: { type: "boolean", default: false } },
} as const

await runCommandLine(command, async () => {
  const { accept } = readCommandLine(command).values
  const differences = differencesOf(tableText, endpoints)
  for (const line of differences) console.log(line)
  if (differences.length === 0) console.log("calls.txt and the contract rows agree.")
  else if (accept) acceptTable()
  else process.exitCode = 1
})
