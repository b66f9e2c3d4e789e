import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import pixelmatch from "pixelmatch"
import { PNG } from "pngjs"

const page = join(import.meta.dirname, "index.html")

/** A state of a screen, with its pictures at one or both commits. */
export interface PicturedState {
  /** Such as "dashboard with many products" or "profile › Make Changes". */
  name: string
  /** Names of pictures, such as "390-dark.png" or "768-light-wayfarer.png". */
  files: string[]
  /** The files that differ between the commits, or that one of them lacks. */
  changed: string[]
  isChanged: boolean
}

/** The states in the folders `before` and `after`; changed ones first, then in alphabetical order. */
export function listStates(folder: string): PicturedState[] {
  const names = new Set(["after", "before"].flatMap((side) => namesIn(join(folder, side))))
  const states = [...names].map((encoded) => {
    const files = new Set(
      ["after", "before"].flatMap((side) => namesIn(join(folder, side, encoded))),
    )
    const changed = [...files].filter((file) => {
      const [after, before] = ["after", "before"].map((side) => join(folder, side, encoded, file))
      return !isSame(after ?? "", before ?? "")
    })
    const name = decodeURIComponent(encoded)
    return { name, files: [...files].sort(), changed, isChanged: changed.length > 0 }
  })
  return states.sort(
    (one, other) =>
      Number(other.isChanged) - Number(one.isChanged) || one.name.localeCompare(other.name),
  )
}

/** Writes the page that shows the states. Returns its address. */
export function writeIndex(
  folder: string,
  states: readonly PicturedState[],
  facts: { since: string; looks: readonly string[] },
): string {
  const data = JSON.stringify({ ...facts, states }).replaceAll("<", "\\u003c")
  const file = join(folder, "index.html")
  writeFileSync(
    file,
    readFileSync(page, "utf8").replace("{}", () => data),
  )
  return pathToFileURL(file).href
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/**
 * Whether two pictures look the same. The same page drawn twice can differ at the edge of a dialog,
 * by shades that nobody sees.
 */
function isSame(one: string, other: string): boolean {
  if (!existsSync(one) || !existsSync(other)) return false
  const [bytes, otherBytes] = [readFileSync(one), readFileSync(other)]
  if (bytes.equals(otherBytes)) return true
  const [picture, second] = [PNG.sync.read(bytes), PNG.sync.read(otherBytes)]
  const { width, height } = picture
  if (second.width !== width || second.height !== height) return false
  return pixelmatch(picture.data, second.data, null, width, height, { threshold: 0.03 }) === 0
}
