import type { FirstPage } from "#contracts/brands/first-page.ts"
import { publicContents } from "#contracts/brands/public-contents.ts"
import { signedInContents } from "#contracts/brands/signed-in-contents.ts"
import { pageTitle, type ScreenName, screens, shellContents } from "#contracts/screens.ts"
import { clientGroupOf, initDataOf, type SiteRow } from "#services/brands/clients.ts"
import type { createContent } from "#services/brands/content.ts"

export type PageContent = Pick<ReturnType<typeof createContent>, "byTitles" | "pageTitles">

/** The data in the page of a screen; `release` is the id of the build. */
export async function firstPageOf(
  site: SiteRow,
  screen: ScreenName | undefined,
  content: PageContent,
  release: string | undefined,
): Promise<FirstPage> {
  const titles = [...shellContents, ...(screen ? contentsOf(screen) : [])]
  const contents = await content.byTitles(site.client, titles, site.preview)
  return {
    release,
    initData: initDataOf(site),
    clientGroup: site.group && clientGroupOf(site.group),
    pageTitles: JSON.parse(await content.pageTitles(site.client, site.preview)) as Record<
      string,
      string
    >,
    // A text that the client does not have is empty, so that the page does not request it again.
    contents: Object.fromEntries([
      ...titles.map((title) => [title, ""]),
      ...contents.map((item) => [item.title, item.content]),
    ]),
  }
}

function contentsOf(screen: ScreenName): readonly string[] {
  const contents: Partial<Record<ScreenName, readonly string[]>> = {
    ...publicContents,
    ...signedInContents,
  }
  return contents[screen] ?? []
}

/** The title of the tab; the client's name at an unknown address. */
export function titleOf(
  { initData, pageTitles }: FirstPage,
  screen: ScreenName | undefined,
): string {
  if (screen === undefined) return initData.clientName
  return pageTitle(initData.clientName, pageTitles[screen] ?? screens[screen].title)
}
