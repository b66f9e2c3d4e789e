import type { DiffLine, ReleaseDiff } from "#services/brands/releases/release-diff.ts"
import { isSameRelease } from "#services/brands/releases/release-diff.ts"
import type { DatabaseCommand } from "../command.ts"
import { openReleases } from "./open-releases.ts"
import { releaseNumber } from "./release-words.ts"

/** Shows the differences of two releases of a client. */
export const diff: DatabaseCommand = {
  usage: "diff CLIENT [A] [B]",
  summary: "Shows what differs between two releases: fields, sites, texts by line, files by size.",
  help: `Without numbers: what a release that is not published yet would change, or else what the published
release changed. With A alone: from A to the published release.`,
  words: [1, 3],
  async work({ words: [name = "", ...numbers] }, place) {
    const [from, to] = numbers.map(releaseNumber)
    const found = await openReleases(place).diff(name, from, to)
    const head = `${name}: release ${found.from} → release ${found.to}`
    return { text: [head, ...linesOf(found.diff)].join("\n"), json: { client: name, ...found } }
  },
}

/** The differences for people, by line. */
function linesOf(diff: ReleaseDiff): string[] {
  if (isSameRelease(diff)) return ["  No difference."]
  const { fields, texts, files } = diff
  return [
    ...fields.flatMap(({ field, before, after }) => [
      `  field ${field}`,
      ...(before === undefined ? [] : [`    - ${JSON.stringify(before)}`]),
      ...(after === undefined ? [] : [`    + ${JSON.stringify(after)}`]),
    ]),
    ...texts.flatMap(({ title, change, lines }) => [
      `  text "${title}" ${change}`,
      ...lines.map(({ sign, text }: DiffLine) => `    ${sign} ${text}`),
    ]),
    ...files.map(({ name, change, before, after }) => {
      const sizes = [before, after].filter((bytes) => bytes !== undefined)
      return `  file ${name} ${change}: ${sizes.map((bytes) => `${bytes} bytes`).join(" → ")}`
    }),
  ]
}
