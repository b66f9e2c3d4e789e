// Everything that it takes to try the portal: npm start

import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { build, isBuildStale } from "./build.ts"
import { startPortal } from "./start-portal.ts"

const command = { usage: "npm start" }

await runCommandLine(command, async () => {
  readCommandLine(command)
  if (isBuildStale()) {
    console.log("Building the pages …")
    build()
  }
  await startPortal()
})
