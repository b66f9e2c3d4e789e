import { randomBytes } from "node:crypto"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { FirstPage } from "#contracts/brands/first-page.ts"
import { signedInContents } from "#contracts/brands/signed-in-contents.ts"
import { pageTitle, type ScreenName, screenAt, screens, shellContents } from "#contracts/screens.ts"
import { compressed } from "#platform/http/compressed.ts"
import type { SiteAt } from "#server/calls/sites.ts"
import { clientGroupOf, initDataOf, type SiteRow } from "#services/brands/clients.ts"
import type { createContent } from "#services/brands/content.ts"
import { type GatewayOrigins, reportPath, scriptlessPolicy } from "./content-security-policy.ts"
import { bodyHtml, headHtml, importMapHtml, noncePlaceholder, unknownHostHtml } from "./html.ts"
import { importMapOf, inlineHash } from "./import-map.ts"
import { documentOf, setDocumentHeaders } from "./page-document.ts"
import type { WebSource } from "./web.ts"

interface PageSource {
  web: Pick<WebSource, "template" | "filesOf" | "inventory">
  siteAt: SiteAt
  content: Pick<ReturnType<typeof createContent>, "byTitles" | "pageTitles">
  gateway: GatewayOrigins
}

/** Answers every address that is neither a call nor a file with the branded page of its host. */
export function servePages(app: FastifyInstance, source: PageSource): void {
  const ownFiles = ownFilesOf(source.web.inventory)
  app.get("/*", async (request, reply) => {
    const nonce = randomBytes(16).toString("base64")
    reply.header("content-security-policy", scriptlessPolicy(nonce))
    reply.header("reporting-endpoints", `csp="${reportPath}"`)
    reply.header("cache-control", "no-cache")
    reply.type("text/html; charset=utf-8")
    const html = await pageOf(request, reply, nonce, { ...source, ownFiles })
    return await compressed(request, reply, html)
  })
}

/** The integrity of our own files, for documents without brand scripts. */
function ownFilesOf(inventory: WebSource["inventory"]) {
  const importMap = importMapOf(inventory)
  return {
    importMap,
    inlineHashes: importMap === "" ? [] : [inlineHash(importMap)],
    integrityOf: new Map(inventory.map(({ path, integrity }) => [path, integrity])),
  }
}

async function pageOf(
  request: FastifyRequest,
  reply: FastifyReply,
  nonce: string,
  source: PageSource & { ownFiles: ReturnType<typeof ownFilesOf> },
): Promise<string> {
  const { web, siteAt, content, gateway, ownFiles } = source
  const { inlineHashes } = ownFiles
  const [path = "/"] = request.url.split("?", 1)
  const filled = async (head: string, body: string) =>
    (await web.template(path))
      .replaceAll(noncePlaceholder, nonce)
      .replace("<!--head-->", () => head)
      .replace("<!--body-->", () => body)
  try {
    const site = await siteAt(request)
    if (!site) {
      reply.code(404)
      return unknownHostHtml(nonce)
    }
    const document = documentOf(site, path)
    setDocumentHeaders(reply, { nonce, site, document, gateway, inlineHashes })
    const screen = screenAt(path, site.isCustomerSite)
    if (screen === undefined) reply.code(404)
    const firstPage = await firstPageOf(site, screen, content)
    const title = titleOf(firstPage, screen)
    const canIndex = site.searchIndex && screen === "login"
    const { headTags, bodyScripts } = document
    const importMap = document.carriesBrandScripts ? "" : ownFiles.importMap
    const files = web
      .filesOf(screen)
      .map((file) => ({ path: file, integrity: ownFiles.integrityOf.get(file) }))
    const head = headHtml({ title, firstPage, files, importMap, headTags, canIndex, nonce })
    return await filled(head, bodyHtml(firstPage, bodyScripts, nonce))
  } catch (error) {
    // Without a brand the application still loads: it asks again, and shows the server's message.
    request.log.error({ err: error }, "The first page could not be made.")
    reply.code(503)
    const unbranded = { nonce, site: undefined, document: undefined }
    setDocumentHeaders(reply, { ...unbranded, gateway, inlineHashes })
    return await filled(`<title>My Account</title>${importMapHtml(ownFiles.importMap, nonce)}`, "")
  }
}

async function firstPageOf(
  site: SiteRow,
  screen: ScreenName | undefined,
  content: PageSource["content"],
): Promise<FirstPage> {
  const titles = [...shellContents, ...(screen ? contentsOf(screen) : [])]
  const contents = await content.byTitles(site.client, titles)
  return {
    initData: initDataOf(site),
    clientGroup: site.group && clientGroupOf(site.group),
    pageTitles: JSON.parse(await content.pageTitles(site.client)) as Record<string, string>,
    // A text that the client does not have is empty, so that the page does not request it again.
    contents: Object.fromEntries([
      ...titles.map((title) => [title, ""]),
      ...contents.map((item) => [item.title, item.content]),
    ]),
  }
}

function contentsOf(screen: ScreenName): readonly string[] {
  const behindSignIn: Partial<Record<ScreenName, readonly string[]>> = signedInContents
  return screens[screen].contents ?? behindSignIn[screen] ?? []
}

function titleOf({ initData, pageTitles }: FirstPage, screen: ScreenName | undefined): string {
  if (screen === undefined) return initData.clientName
  return pageTitle(initData.clientName, pageTitles[screen] ?? screens[screen].title)
}
