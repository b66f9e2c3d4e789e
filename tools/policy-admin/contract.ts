// Writes the contract with an account system as an OpenAPI document: npm run policy-admin-contract

import { writeFileSync } from "node:fs"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { contractFile, contractText } from "./contract-text.ts"

const command = { usage: "npm run policy-admin-contract" }

await runCommandLine(command, () => {
  readCommandLine(command)
  writeFileSync(contractFile, contractText())
})
