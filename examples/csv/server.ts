import { join, resolve } from "node:path"
import { runCommandLine } from "#server/config/command-line.ts"
import { serveCommand } from "../shared/command.ts"
import { openCsvStore } from "./csv-store.ts"

const usage = `npm run example-csv -- [FOLDER] [--port PORT] [--token TOKEN]
Serves the CSV files of a folder as an account system; docs/connect.md explains it.
  FOLDER         where the files are; the sample data by default
  --port PORT    where it listens, 3301 by default
  --token TOKEN  the bearer token that callers send; POLICY_ADMIN_TOKEN, or a new one, by default
Exit codes: 0 stopped; 1 it failed, with the reason; 2 a mistyped command.`

await runCommandLine({ usage }, () =>
  serveCommand(usage, async (folder) => {
    const sample = join(import.meta.dirname, "data")
    // npm runs in the project's folder; the operator names theirs from where they are.
    return await openCsvStore(
      folder === undefined ? sample : resolve(process.env.INIT_CWD ?? "", folder),
    )
  }),
)
