import { join, resolve } from "node:path"
import { runCommandLine } from "#server/config/command-line.ts"
import { serveCommand } from "../shared/command.ts"
import { openCsvStore } from "./csv-store.ts"

const usage = "npm run example-csv -- [FOLDER] [--port 3301] [--token TOKEN]"

await runCommandLine({ usage }, () =>
  serveCommand(usage, async (folder) => {
    const sample = join(import.meta.dirname, "data")
    // npm runs in the project's folder; the operator names theirs from where they are.
    return await openCsvStore(
      folder === undefined ? sample : resolve(process.env.INIT_CWD ?? "", folder),
    )
  }),
)
