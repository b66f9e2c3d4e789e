// Fills the database like the version in this folder: people who owe payments, with sessions. The
// part `upgrade` runs the file of the earlier version, and passes the people as JSON:
//   DATABASE_URL=… node tools/prove/upgrade/fill.ts '{"accounts":30,"products":5,"password":"…"}'

import { openDatabase } from "#database/open.ts"
import { fillWorld, type WorldPeople } from "../world/fill.ts"

const database = await openDatabase({ url: process.env.DATABASE_URL ?? "" })
const { sessions } = await fillWorld(database, JSON.parse(process.argv[2] ?? "") as WorldPeople)
await database.close()
process.send?.(sessions)
process.disconnect?.()
