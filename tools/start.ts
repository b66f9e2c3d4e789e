// Starts everything needed to try the portal: npm start

import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { build, isBuildStale } from "./build.ts"
import { startPortal } from "./start-portal.ts"

const command = {
  usage: `npm start
Builds what has changed, and starts the portal with its demo, a database and a mailbox. PORT, MAILBOX_PORT
and DATA_DIR change where; docs/configuration.md lists every setting.
Exit codes: 0 stopped; 1 it failed, with the reason; 2 a mistyped command, or no database.`,
}

await runCommandLine(command, async () => {
  readCommandLine(command)
  if (isBuildStale()) {
    console.log("Building the pages …")
    build()
  }
  await startPortal()
})
