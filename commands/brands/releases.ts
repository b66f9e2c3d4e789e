import type { DatabaseCommand } from "../command.ts"
import { openReleases } from "./open-releases.ts"
import { utcTime } from "./release-words.ts"

/** The releases of a client, the newest first. */
export const releases: DatabaseCommand = {
  usage: "releases CLIENT",
  summary: "Lists the releases of a client: number, time (UTC), person, what was done.",
  help: "CLIENT is the folder of the brand, such as harbor; shared/ means the texts that all clients share.",
  words: [1, 1],
  async work({ words: [name = ""] }, place) {
    const rows = await openReleases(place).list(name)
    const lines = rows.map((row) => {
      const state = row.isPublished ? "published" : row.publishedAt === null ? "preview" : ""
      const parts = [`${row.number}`.padStart(5), state.padEnd(9), utcTime(row.madeAt)]
      return `${parts.join("  ")}  ${row.madeBy.padEnd(12)}  ${row.what}`
    })
    return { text: lines.join("\n"), json: rows.map(({ client: _client, ...row }) => row) }
  },
}
