import { resolve } from "node:path"
import { runCommandLine } from "#server/config/command-line.ts"
import { serveCommand } from "../shared/command.ts"
import { openSqlStore } from "./sql-store.ts"

const usage = "npm run example-sql -- [FOLDER] [--port 3301] [--token TOKEN]"

// Without a folder the database is in memory, and each start begins with the sample.
await runCommandLine({ usage }, () =>
  serveCommand(usage, (folder) =>
    openSqlStore(folder === undefined ? undefined : resolve(process.env.INIT_CWD ?? "", folder)),
  ),
)
