// Everything that it takes to try the portal: npm start

import { build, isBuildStale } from "./build.ts"
import { startPortal } from "./portal.ts"

try {
  if (isBuildStale()) {
    console.log("Building the pages …")
    build()
  }
  await startPortal()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
