import type { ContentItem, content } from "#contracts/brands/content.ts"
import { screens } from "#contracts/screens.ts"
import type { Database } from "#database/open.ts"
import { shortLived } from "#platform/short-lived.ts"
import { cleanHtml } from "#platform/text/clean-html.ts"
import type { Handlers } from "../call-request.ts"
import { findContents } from "./content.store.ts"
import { statesOf } from "./states.ts"

/** The only content that is JSON: the suffix of each page title by screen name. */
const pageTitlesTitle = "page titles"

/** Managed content: texts that operators write, by title. */
export function createContent({ database }: { database: Database }) {
  const contentsOfClient = shortLived(async (client) => {
    const rows = await findContents(database, client)
    const cleaned = rows.map(({ title, html }): [string, string] => [
      title,
      title === pageTitlesTitle ? html : cleanHtml(html),
    ])
    return new Map(cleaned)
  })

  async function byTitles(client: string, titles: readonly string[]): Promise<ContentItem[]> {
    const contents = await contentsOfClient(client)
    return titles.flatMap((title) => {
      const found = contents?.get(title)
      return found === undefined ? [] : [{ title, content: found }]
    })
  }

  async function pageTitles(client: string): Promise<string> {
    const contents = await contentsOfClient(client)
    return contents?.get(pageTitlesTitle) ?? "{}"
  }

  /** The titles of these screens, or of all if the managed content itself is asked for. */
  async function askedTitles(client: string, asked: readonly string[]) {
    const managed = JSON.parse(await pageTitles(client)) as Record<string, string>
    const all = Object.entries(screens)
    const rows = asked.includes(pageTitlesTitle)
      ? all
      : all.filter(([name]) => asked.includes(name))
    return Object.fromEntries(rows.map(([name, { title }]) => [name, managed[name] ?? title]))
  }

  const handlers: Handlers<typeof content> = {
    async "POST /appcontent/contents"({ site, body }) {
      const titles = body.titles.filter((title) => title !== pageTitlesTitle)
      return { items: await byTitles(site.client, titles) }
    },
    async "POST /appcontent/pagesTitle"({ site, body }) {
      const content = await askedTitles(site.client, body.titles)
      return { items: [{ title: pageTitlesTitle, content: JSON.stringify(content) }] }
    },
    async "GET /appcontent/statesList"({ query }) {
      return { items: statesOf(query.countryId) }
    },
  }

  return { handlers, byTitles, pageTitles }
}
