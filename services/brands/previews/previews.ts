import type { Database } from "#database/open.ts"
import { shortLived } from "#platform/short-lived.ts"
import { findContents } from "../content.store.ts"
import { clientRow, contentsOf } from "../loading/brand-rows.ts"
import { brandToday, type ReleaseContent, sharedTexts } from "../releases/release-content.ts"
import { findFile, findRelease, type WholeRelease } from "../releases/releases.store.ts"
import type { AssetRow, SiteRow } from "../sites.store.ts"
import type { Preview, PreviewLinks } from "./preview-links.ts"

/** Serves releases to the browsers that preview them. */
export function createPreviews({
  database,
  links,
}: {
  database: Database
  links: Pick<PreviewLinks, "read">
}) {
  const releaseOf = shortLived(async (key) => {
    const [client = "", number = ""] = key.split(" ")
    return await findRelease(database, client, Number(number))
  })

  async function release(client: string, number: number): Promise<WholeRelease | undefined> {
    return await releaseOf(`${client} ${number}`)
  }

  /**
   * The site in the previewed release. Its host and its kind of users stay as published: a preview
   * shows texts and looks. A host that is not published yet comes from the release.
   *
   * Undefined if the release is no longer stored or does not satisfy today's rules.
   */
  async function siteOf(
    preview: Preview,
    published: SiteRow | undefined,
  ): Promise<SiteRow | undefined> {
    const found = await release(preview.client, preview.number)
    if (!found?.content.brand) return undefined
    const brand = brandToday(found.content.brand, `Release ${preview.number}`)
    const own = brand.sites.find(({ host }) => host === preview.host)
    const { isCustomerSite } = published ?? own ?? {}
    if (isCustomerSite === undefined) return undefined
    const files = Object.entries(found.content.files)
    return {
      ...clientRow(brand),
      host: preview.host,
      mainHost: published?.mainHost ?? preview.host,
      isCustomerSite,
      ...(published?.staffSignIn && { staffSignIn: published.staffSignIn }),
      assets: Object.fromEntries(files.map(([name, { hash }]) => [name, hash])),
      group: brand.clientGroup,
      groupHost: published?.groupHost ?? null,
      groupName: published?.groupName ?? null,
      preview: { ...preview, isPublished: found.isPublished },
    }
  }

  /** Every text of the client in this preview. The client's own text replaces the shared one. */
  async function textsOf(preview: Preview): Promise<{ title: string; html: string }[]> {
    const own = await release(preview.client, preview.number)
    const shared = preview.shared === null ? undefined : await release(sharedTexts, preview.shared)
    return [
      ...(shared ? titled(shared.content) : await findContents(database, sharedTexts)),
      ...(own ? titled(own.content) : []),
    ]
  }

  /** A file of the previewed release. */
  async function asset(preview: Preview, name: string): Promise<AssetRow | undefined> {
    const files = (await release(preview.client, preview.number))?.content.files ?? {}
    const file = Object.hasOwn(files, name) ? files[name] : undefined
    const body = file && (await findFile(database, preview.client, file.hash))
    return file && body && { hash: file.hash, mediaType: file.mediaType, body }
  }

  return { read: links.read, siteOf, textsOf, asset }
}

export type Previews = ReturnType<typeof createPreviews>

function titled({ brand, texts }: ReleaseContent) {
  const contents = Object.entries(texts).map(([title, html]) => ({ title, html }))
  return brand ? contentsOf({ brand, contents }) : contents
}
