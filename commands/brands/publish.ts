import type { Published } from "#services/brands/releases/publish.ts"
import { releasedNameOf } from "#services/brands/releases/release-content.ts"
import type { DatabaseCommand, Typed } from "../command.ts"
import { allowedKinds } from "./allowed-kinds.ts"
import { openReleases } from "./open-releases.ts"
import { readBrands } from "./read-brands.ts"
import { readinessCheck } from "./release-readiness.ts"
import { isNumber, releaseNumber } from "./release-words.ts"

/** Publishes a stored release, or a brand from a folder. */
export const publish: DatabaseCommand = {
  usage: "publish CLIENT RELEASE|FOLDER [--base NUMBER] [--over NUMBER] [--allow KIND]…",
  summary: "Publishes a release that was previewed, or the brand from a folder.",
  help: `FOLDER has the format of npm run my-account -- load; its people, users and documents are not read.
  --base NUMBER  with a FOLDER: refuse if another release than this one is published
  --over NUMBER  with a RELEASE that is outdated: publish it over this published release
  --allow KIND   accept findings of this kind, which stop publishing otherwise: see check-folder
Example: npm run my-account -- publish harbor my-brands/ --base 12`,
  options: {
    allow: { type: "string", multiple: true },
    base: { type: "string" },
    over: { type: "string" },
  },
  words: [2, 2],
  async work({ words: [name = "", what = ""], values: { allow, base, over } }, place) {
    const releases = openReleases(place)
    const allowed = allowedKinds(allow)
    if (isNumber(what)) {
      const done = await releases.publish(name, releaseNumber(what), {
        over: numberOf(over),
        check: readinessCheck(place.clock, allowed),
      })
      return { text: sentenceOf(done), json: [done] }
    }
    const versions = await readBrands(place, what, { only: name, allowed })
    const done = await releases.publishNew(versions, "publish", numberOf(base))
    if (done.length === 0) return { text: "This version is published already.", json: [] }
    return { text: done.map(sentenceOf).join("\n"), json: done }
  },
}

/** Publishes what an earlier release had. */
export const rollback: DatabaseCommand = {
  usage: "rollback CLIENT [RELEASE]",
  summary: "Publishes an earlier release again, as a new release: by default the one before.",
  help: `RELEASE is a number of npm run my-account -- releases CLIENT.
Example: npm run my-account -- rollback harbor 11`,
  words: [1, 2],
  async work({ words: [name = "", number] }, place) {
    const done = await openReleases(place).rollback(
      name,
      number === undefined ? undefined : releaseNumber(number),
    )
    const text = `${sentenceOf(done)} It equals release ${done.equals}.`
    return { text, json: done }
  },
}

/** A published release as a sentence. */
export function sentenceOf({ client, number, replaced }: Published): string {
  const instead = replaced === null ? "" : ` instead of release ${replaced}`
  return `${releasedNameOf(client)}: release ${number} is published${instead}.`
}

function numberOf(typed: Typed["values"][string]): number | undefined {
  return typeof typed === "string" ? releaseNumber(typed) : undefined
}
