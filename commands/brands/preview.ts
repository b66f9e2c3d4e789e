import { later } from "#platform/time.ts"
import type { Workplace } from "#server/commands/operator-command.ts"
import { UsageError } from "#server/config/command-line.ts"
import { openKeyRing } from "#server/config/keys.ts"
import { wholeNumber } from "#server/config/settings/forms.ts"
import { createSiteAddresses } from "#server/config/site-addresses.ts"
import { createPreviewLinks, previewKeysOf } from "#services/brands/previews/preview-links.ts"
import { sharedTexts } from "#services/brands/releases/release-content.ts"
import type { DatabaseCommand, Typed } from "../command.ts"
import { openReleases } from "./open-releases.ts"
import { readBrands } from "./read-brands.ts"
import { releaseNumber } from "./release-words.ts"

/** A release that a link shows. */
interface Shown {
  client: string
  number: number
  /** The release of the texts that all clients share; null for the published one. */
  shared: number | null
}

interface Link extends Shown {
  host: string
  link: string
  expires: string
}

const hoursByDefault = 24
const mostHours = 720

/** Stores a folder as releases without publishing them, and prints links that show them. */
export const preview: DatabaseCommand = {
  usage: "preview FOLDER [--client CLIENT] | CLIENT RELEASE [--hours NUMBER]",
  summary: "Stores a folder as releases that are not published, and prints links that show them.",
  help: `Each link works at one host until it expires, and shows the release to its holder alone.
  --hours NUMBER   how long the links work; ${hoursByDefault} by default, at most ${mostHours}
  --client CLIENT  of a FOLDER: this client alone
Examples: npm run my-account -- preview my-brands/ --hours 4
          npm run my-account -- preview harbor 12`,
  options: { hours: { type: "string" }, client: { type: "string" } },
  words: [1, 2],
  async work({ words: [first = "", number], values: { hours, client } }, place) {
    const expires = later(place.clock.now(), { hours: hoursOf(hours) })
    const shown =
      number === undefined
        ? await storeFolder(place, first, typeof client === "string" ? client : undefined)
        : [{ client: first, number: releaseNumber(number), shared: null }]
    if (shown.length === 0) return { text: "This version is published already.", json: [] }
    const links: Link[] = []
    for (const release of shown) links.push(...(await linksOf(place, release, expires)))
    const text = links.map(
      (one) => `${titleOf(one)} at ${one.host}, until ${one.expires}\n  ${one.link}`,
    )
    return { text: text.join("\n"), json: links }
  },
}

/** The releases to look at: the changed brands, or all brands of the folder if shared texts changed. */
async function storeFolder(place: Workplace, folder: string, only?: string): Promise<Shown[]> {
  const versions = await readBrands(place, folder, { only })
  const stored = await openReleases(place).store(versions, "preview")
  const changedTexts = stored.find(
    ({ client, isPublished }) => client === sharedTexts && !isPublished,
  )
  const shared = changedTexts?.number ?? null
  return stored
    .filter(
      ({ client, isPublished }) => client !== sharedTexts && (shared !== null || !isPublished),
    )
    .map(({ client, number }) => ({ client, number, shared }))
}

async function linksOf(place: Workplace, shown: Shown, expires: Date): Promise<Link[]> {
  const { config, clock } = place
  const { content } = await openReleases(place).find(shown.client, shown.number)
  if (!content.brand) throw new Error("Shared texts are previewed with a brand: name a folder.")
  const links = createPreviewLinks(previewKeysOf(openKeyRing(config)), clock)
  const addresses = createSiteAddresses(config)
  return content.brand.sites.map(({ host }) => {
    const token = links.sign({ ...shown, host, expires: expires.getTime() })
    const link = `${addresses.of(host)}/preview#${token}`
    return { ...shown, host, link, expires: expires.toISOString() }
  })
}

function titleOf({ client, number, shared }: Shown): string {
  const texts = shared === null ? "" : ` with release ${shared} of shared/`
  return `${client}: release ${number}${texts}`
}

function hoursOf(typed: Typed["values"][string]): number {
  if (typed === undefined) return hoursByDefault
  const hours = wholeNumber(1, mostHours).read(String(typed))
  if (hours !== undefined) return hours
  throw new UsageError(`--hours must be a whole number from 1 to ${mostHours}, not '${typed}'.`)
}
