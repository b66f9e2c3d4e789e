import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../free-port.ts"
import { end, residentMegabytes, startScript, untilReady } from "./processes.ts"
import type { Finding } from "./report.ts"

/**
 * Times `npm start` on PGlite, with packages and build in place: first without data, then with the
 * data of the first start.
 */
export async function startUp(): Promise<Finding[]> {
  const dataFolder = mkdtempSync(join(tmpdir(), "bench-start-"))
  try {
    const first = await startOnce(dataFolder)
    const second = await startOnce(dataFolder)
    return [
      { what: "npm start, first time (demo loaded)", value: `${first.seconds.toFixed(1)} s` },
      { what: "npm start, again", value: `${second.seconds.toFixed(1)} s` },
      {
        what: "Memory of npm start's process (PGlite)",
        value: `${second.megabytes.toFixed(0)} MB`,
      },
    ]
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

async function startOnce(dataFolder: string): Promise<{ seconds: number; megabytes: number }> {
  const port = await freePort()
  const child = startScript("tools/start.ts", {
    PORT: String(port),
    MAILBOX_PORT: String(await freePort()),
    DATA_DIR: dataFolder,
    DATABASE_URL: undefined,
    SMTP_URL: undefined,
  })
  try {
    const milliseconds = await untilReady(child, `http://127.0.0.1:${port}/readyz`)
    return { seconds: milliseconds / 1000, megabytes: residentMegabytes(child) }
  } finally {
    await end(child)
  }
}
