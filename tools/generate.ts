// Writes every page and list that is made from the code: npm run generate

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { endpoints } from "#contracts/endpoints.ts"
import { acceptTable, differencesOf, tableText } from "#server/calls/roles/table.expected.ts"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { behaviorsPage } from "./behaviors.ts"
import { pages } from "./configuration/pages.ts"
import { contractFile, contractText } from "./policy-admin/contract-text.ts"

const root = join(import.meta.dirname, "..")
const command = {
  usage: `npm run generate
Writes docs/configuration.md, .env.example, docs/privacy.md, docs/behaviors.md and the contract with an account system
from the code, and copies calls, roles and proofs of the contract rows to server/calls/roles/calls.txt.
Exit codes: 0 written; 1 it failed; 2 a mistyped command.`,
}

await runCommandLine(command, () => {
  readCommandLine(command)
  for (const [path, textOf] of Object.entries(pages)) write(path, textOf())
  write("docs/behaviors.md", behaviorsPage())
  writeFileSync(contractFile, contractText())
  const differences = differencesOf(tableText, endpoints)
  for (const line of differences) console.log(line)
  if (differences.length > 0) acceptTable()
})

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text)
  console.log(`Wrote ${path}.`)
}
