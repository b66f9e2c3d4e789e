import { openAudit } from "#server/adapters/audit.ts"
import { UsageError } from "#server/config/command-line.ts"
import { endSessionsByOperator } from "#services/identity/sessions/operator-logout.ts"
import type { DatabaseCommand } from "../command.ts"
import { brandsOf } from "../ledger/brands-of.ts"

/** Logs out one customer, or all customers of a client. */
export const endSessions: DatabaseCommand = {
  usage: "end-sessions CLIENT USERNAME|--everyone",
  summary: "Logs out a customer, or all customers of a client.",
  help: `  --everyone  all customers of the client, instead of one with a USERNAME
Sessions in which staff act for these customers end too. The next call of each is refused.
Sessions of staff end with npm run my-account -- staff disable. Each act is in the audit log.`,
  options: { everyone: { type: "boolean" } },
  words: [1, 2],
  async work({ words: [client = "", username], values }, { config, database, clock }) {
    if ((values.everyone === true) === (username !== undefined)) {
      throw new UsageError("Name a username, or --everyone.")
    }
    const clients = await brandsOf(database, config, clock).customerClients()
    if (!clients.includes(client)) throw new Error(`There is no client ${client}.`)
    const deps = { database, clock, audit: openAudit(config, clock) }
    const ended = await endSessionsByOperator(deps, client, username)
    if (ended === undefined) throw new Error(`No customer of ${client} is named ${username}.`)
    return { text: `Sessions that ended: ${ended}.`, json: { ended } }
  },
}
