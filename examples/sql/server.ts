import { resolve } from "node:path"
import { runCommandLine } from "#server/config/command-line.ts"
import { serveCommand } from "../shared/command.ts"
import { openSqlStore } from "./sql-store.ts"

const usage = `npm run node -- examples/sql/server.ts [FOLDER] [--port PORT] [--token TOKEN]
Serves tables of a database as an account system; docs/connect.md explains it.
  FOLDER         where the database is kept; by default in memory, with the sample data
  --port PORT    where it listens, 3301 by default
  --token TOKEN  the bearer token that callers send; POLICY_ADMIN_TOKEN, or a new one, by default
Exit codes: 0 stopped; 1 it failed, with the reason; 2 a mistyped command.`

// Without a folder, the database is in memory, and each start begins with the sample.
await runCommandLine({ usage }, () =>
  serveCommand(usage, (folder) =>
    openSqlStore(folder === undefined ? undefined : resolve(process.env.INIT_CWD ?? "", folder)),
  ),
)
