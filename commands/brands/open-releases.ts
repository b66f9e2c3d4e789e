import { openAudit } from "#server/adapters/audit.ts"
import type { Workplace } from "#server/commands/operator-command.ts"
import { createReleases } from "#services/brands/releases/releases.ts"
import { writeOutagePages } from "./outage-pages.ts"

/** The releases of this installation, for a command. */
export function openReleases(place: Workplace) {
  const { config, database, clock, user } = place
  const releases = createReleases({ database, clock, audit: openAudit(config, clock), by: user })

  /** The same function; afterward the pages of an outage show what is published. */
  function withPages<Given extends unknown[], Done>(publish: (...given: Given) => Promise<Done>) {
    return async (...given: Given) => {
      const done = await publish(...given)
      await writeOutagePages(place)
      return done
    }
  }
  return {
    ...releases,
    publishNew: withPages(releases.publishNew),
    publish: withPages(releases.publish),
    rollback: withPages(releases.rollback),
    change: withPages(releases.change),
  }
}
