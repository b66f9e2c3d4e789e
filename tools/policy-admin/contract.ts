// Writes the contract with an account system as an OpenAPI document: npm run policy-admin-contract

import { writeFileSync } from "node:fs"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { contractFile, contractText } from "./contract-text.ts"

const command = {
  usage: `npm run policy-admin-contract
Writes docs/policy-admin.openapi.yaml from the contract in the code.
Exit codes: 0 written; 1 it failed; 2 a mistyped command.`,
}

await runCommandLine(command, () => {
  readCommandLine(command)
  writeFileSync(contractFile, contractText())
})
