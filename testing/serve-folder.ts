// Runs a server on a PGlite folder in a separate process, for tests that kill it:
//   node testing/serve-folder.ts <folder> <smtp url>
// It sends its port to the parent process when it serves.

import { openDatabase } from "#database/open.ts"
import { readConfig } from "#server/config/config.ts"
import { startServer } from "#server/main.ts"
import { noPages } from "#server/page/web.ts"
import { keySettings } from "./secret-key.ts"

const [folder = "", smtpUrl] = process.argv.slice(2)
const database = await openDatabase({ folder })
const config = readConfig({
  PORT: "0",
  DATA_DIR: folder,
  SMTP_URL: smtpUrl,
  ...keySettings,
  LOG_LEVEL: "error",
})
const server = await startServer({ config, database, web: noPages })
process.send?.(server.port)
