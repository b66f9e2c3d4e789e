import type { ContentItem, content } from "#contracts/brands/content.ts"
import { screens } from "#contracts/screens.ts"
import type { Database } from "#database/open.ts"
import { shortLived } from "#platform/short-lived.ts"
import { cleanHtml } from "#platform/text/clean-html.ts"
import type { Handlers, Site } from "../call-request.ts"
import { findContents } from "./content.store.ts"
import type { Preview } from "./previews/preview-links.ts"
import type { Previews } from "./previews/previews.ts"
import { statesOf } from "./states.ts"

/** The only content in JSON: the suffix of each page title, by screen name. */
const pageTitlesTitle = "page titles"

/** Managed content: texts by title that operators write. */
export function createContent({
  database,
  previews,
}: {
  database: Database
  previews: Pick<Previews, "textsOf">
}) {
  const published = shortLived(async (client) => cleaned(await findContents(database, client)))
  const previewed = shortLived(async (key) => {
    return cleaned(await previews.textsOf(JSON.parse(key) as Preview))
  })

  async function contentsOf(client: string, preview: Preview | undefined) {
    return await (preview ? previewed(JSON.stringify(preview)) : published(client))
  }

  /** The published texts, or those of a release that a browser previews. */
  async function byTitles(
    client: string,
    titles: readonly string[],
    preview?: Preview,
  ): Promise<ContentItem[]> {
    const contents = await contentsOf(client, preview)
    return titles.flatMap((title) => {
      const found = contents?.get(title)
      return found === undefined ? [] : [{ title, content: found }]
    })
  }

  async function pageTitles(client: string, preview?: Preview): Promise<string> {
    const contents = await contentsOf(client, preview)
    return contents?.get(pageTitlesTitle) ?? "{}"
  }

  /** The titles of these screens, or all titles if the managed content itself is requested. */
  async function askedTitles({ client, preview }: Site, asked: readonly string[]) {
    const managed = JSON.parse(await pageTitles(client, preview)) as Record<string, string>
    const all = Object.entries(screens)
    const rows = asked.includes(pageTitlesTitle)
      ? all
      : all.filter(([name]) => asked.includes(name))
    return Object.fromEntries(rows.map(([name, { title }]) => [name, managed[name] ?? title]))
  }

  const handlers: Handlers<typeof content> = {
    async "POST /appcontent/contents"({ site, body }) {
      const titles = body.titles.filter((title) => title !== pageTitlesTitle)
      return { items: await byTitles(site.client, titles, site.preview) }
    },
    async "POST /appcontent/pagesTitle"({ site, body }) {
      const content = await askedTitles(site, body.titles)
      return { items: [{ title: pageTitlesTitle, content: JSON.stringify(content) }] }
    },
    async "GET /appcontent/statesList"({ query }) {
      return { items: statesOf(query.countryId) }
    },
  }

  return { handlers, byTitles, pageTitles }
}

function cleaned(rows: readonly { title: string; html: string }[]): Map<string, string> {
  return new Map(
    rows.map(({ title, html }) => [title, title === pageTitlesTitle ? html : cleanHtml(html)]),
  )
}
