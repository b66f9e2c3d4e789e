// Writes docs/configuration.md and .env.example from the settings: npm run configuration

import { writeFile } from "node:fs/promises"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { pages } from "./pages.ts"

const command = {
  usage: `npm run configuration
Writes the pages that list every setting, such as docs/configuration.md, and docs/privacy.md.
Exit codes: 0 written; 1 it failed; 2 a mistyped command.`,
}

await runCommandLine(command, async () => {
  readCommandLine(command)
  for (const [path, write] of Object.entries(pages)) {
    await writeFile(new URL(`../../${path}`, import.meta.url), write())
    console.log(`Wrote ${path}.`)
  }
})
