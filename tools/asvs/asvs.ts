// Writes docs/asvs.md from tools/asvs/chapters/: npm run asvs

import { writeFile } from "node:fs/promises"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { asvsPage } from "./page.ts"

const command = {
  usage: `npm run asvs
Writes docs/asvs.md, the table of the requirements of OWASP ASVS.
Exit codes: 0 written; 1 it failed; 2 a mistyped command.`,
}

await runCommandLine(command, async () => {
  readCommandLine(command)
  await writeFile(new URL("../../docs/asvs.md", import.meta.url), asvsPage())
  console.log("Wrote docs/asvs.md.")
})
