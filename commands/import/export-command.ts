import { join } from "node:path"
import { counted } from "#platform/text/words.ts"
import { openDocumentStore } from "#server/adapters/document-store.ts"
import { openPasswords } from "#server/adapters/passwords.ts"
import { CommandStopped, type OperatorCommand } from "#server/commands/operator-command.ts"
import { readCommandLine, UsageError } from "#server/config/command-line.ts"
import { checkClient } from "../ledger/brands-of.ts"
import { type ExportFormat, exportFiles } from "./export-files.ts"

const commandLine = {
  usage: `npm run my-account -- export --client <client> --to <folder> [--format ndjson|csv] [--files] [--json]
Writes the people of a client, with all that belongs to them, to files that npm run my-account -- import reads.
  --client <client>  the client's code
  --to <folder>      where the files are written
  --format <format>  ndjson (by default) or csv
  --files            also writes the files of documents, to the folder documents inside
  --json             prints the report as JSON
Exit codes: 0 written; 1 it failed, with the reason; 2 a mistyped command, or no database.`,
  options: {
    client: { type: "string" },
    to: { type: "string" },
    format: { type: "string", default: "ndjson" },
    files: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
} as const

/** Inside the folder of the export. */
const documentFolder = "documents"
const everyPeople = 50_000

/** Writes the people of a client, with all that belongs to them, to files that an import reads. */
export const exportCommand: OperatorCommand = {
  usageOf: () => commandLine.usage,
  canStop: true,
  read(typed) {
    const { client, to, format, files, json } = readCommandLine(commandLine, typed).values
    if (!client) throw new UsageError("--client is missing.")
    if (!to) throw new UsageError("--to is missing.")
    if (format !== "ndjson" && format !== "csv") {
      throw new UsageError(`--format must be ndjson or csv, not '${format}'.`)
    }
    return async ({ config, database, clock, pathOf, signal, out, err }) => {
      await checkClient({ config, database, clock }, client)
      const asOf = clock.now().toISOString()
      const folder = pathOf(to)
      const records = await exportFiles(
        {
          database,
          passwords: openPasswords(config, err),
          ...(files && {
            files: {
              store: openDocumentStore(config.documentStore),
              folder: join(folder, documentFolder),
            },
          }),
        },
        client,
        folder,
        format satisfies ExportFormat,
        (people) => {
          if (signal.aborted)
            throw new CommandStopped("The export was stopped. Its files are deleted.")
          if (people % everyPeople === 0) err(`exported ${counted(people, "person", "people")}`)
        },
      )
      if (json) out(JSON.stringify({ client, asOf, folder, records }))
      else {
        out(`Exported to ${folder}:`)
        for (const [kind, count] of Object.entries(records))
          out(`  ${counted(count, `${kind} record`)}`)
        out(`An import of these files takes --as-of ${asOf}.`)
      }
      return 0
    }
  },
}
