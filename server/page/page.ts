import { randomBytes } from "node:crypto"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { FirstPage } from "#contracts/brands/first-page.ts"
import { publicContents } from "#contracts/brands/public-contents.ts"
import { signedInContents } from "#contracts/brands/signed-in-contents.ts"
import { secretIn } from "#contracts/identity/link-secret-rules.ts"
import { pageTitle, type ScreenName, screenAt, screens, shellContents } from "#contracts/screens.ts"
import { hasFinalDot } from "#platform/http/asked-host.ts"
import { compressed } from "#platform/http/compressed.ts"
import type { TrustsProxy } from "#platform/http/trusted-proxies.ts"
import type { SiteAt } from "#server/calls/sites.ts"
import type { SiteAddresses } from "#server/config/site-addresses.ts"
import { clientGroupOf, initDataOf, type SiteRow } from "#services/brands/clients.ts"
import type { createContent } from "#services/brands/content.ts"
import { withPreviewBar } from "../preview/preview-page.ts"
import { bootstrapHtml } from "./bootstrap-html.ts"
import { bootstrapMarks } from "./bootstrap-marks.ts"
import { bootstrapScript } from "./bootstrap-script.ts"
import { type GatewayOrigins, reportPath, scriptlessPolicy } from "./content-security-policy.ts"
import {
  bodyHtml,
  brandStyleSheet,
  filesHtml,
  filledTemplate,
  headHtml,
  importMapHtml,
  unknownHostHtml,
} from "./html.ts"
import { importMapOf, inlineHash } from "./import-map.ts"
import { outagePage } from "./outage.ts"
import { documentOf, setDocumentHeaders } from "./page-document.ts"
import { prerenderedHtml, skeletonHtml } from "./prerendered-html.ts"
import { type BrandFile, createPrerenderedScreens } from "./prerendered-screens.ts"
import { sessionScript } from "./session-script.ts"
import type { WebSource } from "./web.ts"

const patterns = ["/payment-center", ...Object.values(screens).map(({ path }) => path)]

/** The part before the secret in each emailed link whose path contains one. */
const beforeSecret = patterns.flatMap((path) => /^(.*\/):token$/.exec(path)?.[1] ?? [])

/** Addresses without a screen that people and help desks type. */
const usual: Readonly<Record<string, string>> = {
  "/login": "/",
  "/log-in": "/",
  "/signin": "/",
  "/sign-in": "/",
}

/**
 * The address of the screen that a person means who types `/login`, adds a slash or types capital
 * letters, such as `/dashboard` for `/Dashboard/`. Undefined if there is none. A token in the
 * address stays unchanged. A path that an email program added around it, such as the link a second
 * time, is removed.
 */
function canonicalPath(path: string, isCustomerSite: boolean): string | undefined {
  const asked = path.replace(/(?<=[^/])\/$/, "")
  const other = Object.hasOwn(usual, asked.toLowerCase()) && usual[asked.toLowerCase()]
  if (other) return other
  const before = beforeSecret.find((start) => asked.toLowerCase().startsWith(start))
  const secret = before && secretIn(asked.slice(before.length))
  if (secret && asked.slice(before.length).includes("/")) return `${before}${secret}`
  const parts = asked.split("/")
  const fixed = patterns.map((pattern) =>
    pattern
      .split("/")
      .map((part, index) => (part.startsWith(":") ? (parts[index] ?? "") : part))
      .join("/"),
  )
  return fixed.find(
    (candidate) =>
      candidate.toLowerCase() === asked.toLowerCase() &&
      screenAt(candidate, isCustomerSite) !== undefined,
  )
}

/**
 * The path and the fragment of an address whose `#` and `/` a mail program has encoded, possibly
 * several times: some programs check and rewrite each link of an email. The fragment is "" if there
 * is none.
 */
function decodedPath(path: string): [path: string, fragment: string] {
  const [before = "", ...after] = path.replace(/%(?:25)*2f/gi, "/").split(/%(?:25)*23/i)
  return [before, after.length === 0 ? "" : `#${after.join("")}`]
}

/** Hashes of the inline scripts in a prerendered public page. */
const prerenderedHashes = [bootstrapMarks, bootstrapScript].map(inlineHash)
/** Hash of the inline script in a page with a skeleton. */
const skeletonHashes = [inlineHash(sessionScript)]

interface PageSource {
  web: Pick<WebSource, "template" | "prerender" | "filesOf" | "inventory" | "release">
  siteAt: SiteAt
  lastSiteAt: (request: FastifyRequest) => SiteRow | undefined
  trusts: TrustsProxy
  addresses: Pick<SiteAddresses, "of">
  content: PageContent
  /** A file of a brand. */
  brandFile: BrandFile
  gateway: () => GatewayOrigins
  now: () => Date
}

/** Answers every address that is neither a call nor a file with the branded page of its host. */
export function servePages(app: FastifyInstance, source: PageSource): void {
  const ownFiles = ownFilesOf(source.web.inventory)
  const lastPages = new Map<string, FirstPage>()
  const prerenderedScreen = createPrerenderedScreens(source.web.prerender, source.brandFile)
  app.get("/*", async (request, reply) => {
    const nonce = randomBytes(16).toString("base64")
    reply.header("content-security-policy", scriptlessPolicy(nonce))
    reply.header("reporting-endpoints", `csp="${reportPath}"`)
    // The Back button must never show a page of an ended session, not even briefly.
    reply.header("cache-control", "no-store")
    reply.type("text/html; charset=utf-8")
    const elsewhere = await otherAddress(request, source)
    if (elsewhere !== undefined) return reply.redirect(elsewhere, 301)
    const html = await pageOf(request, reply, nonce, {
      ...source,
      ownFiles,
      lastPages,
      prerenderedScreen,
    })
    return await compressed(request, reply, html)
  })
}

function pathOf({ url }: FastifyRequest): string {
  return url.split("?", 1)[0] ?? "/"
}

/**
 * The address of the screen, with its query, if the person or a mail program wrote it in another
 * form.
 */
async function otherAddress(
  request: FastifyRequest,
  { siteAt, trusts, addresses }: Pick<PageSource, "siteAt" | "trusts" | "addresses">,
) {
  const path = pathOf(request)
  // During an outage the page itself shows the error.
  const site = await siteAt(request).catch(() => undefined)
  if (!site) return undefined
  const [decoded, fragment] = decodedPath(path)
  const isScreen = screenAt(decoded, site.isCustomerSite) !== undefined
  const asked = isScreen ? decoded : (canonicalPath(decoded, site.isCustomerSite) ?? path)
  // A path that begins with two slashes would lead to another host.
  const address = hasFinalDot(request, trusts) ? addresses.of(site.host) : ""
  if (asked === path && address === "") return undefined
  return `${address}${asked}${request.url.slice(path.length)}${asked === path ? "" : fragment}`
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

type Prepared = PageSource & {
  ownFiles: ReturnType<typeof ownFilesOf>
  /**
   * The last first page of each site by host, so that the page shows the brand also during an
   * outage.
   */
  lastPages: Map<string, FirstPage>
  prerenderedScreen: ReturnType<typeof createPrerenderedScreens>
}

async function pageOf(
  request: FastifyRequest,
  reply: FastifyReply,
  nonce: string,
  source: Prepared,
): Promise<string> {
  const { web, siteAt, content, lastPages, now } = source
  const path = pathOf(request)
  try {
    const site = await siteAt(request)
    if (!site) {
      reply.code(404)
      return unknownHostHtml(nonce)
    }
    const screen = screenAt(path, site.isCustomerSite)
    if (screen === undefined) reply.code(404)
    const firstPage = await firstPageOf(site, screen, content, web.release, now())
    if (!site.preview) lastPages.set(site.host, firstPage)
    return await brandedPage(reply, { site, firstPage, path, nonce }, source)
  } catch (error) {
    request.log.error({ err: error }, "The first page could not be made.")
    reply.code(503)
    const site = source.lastSiteAt(request)
    if (!site) return await unbrandedPage(reply, path, nonce, source)
    const firstPage = lastPages.get(site.host)
    const page = firstPage && brandedPage(reply, { site, firstPage, path, nonce }, source)
    return (await page?.catch(() => undefined)) ?? outagePage(reply, site)
  }
}

async function brandedPage(
  reply: FastifyReply,
  page: BrandedPage,
  source: Prepared,
): Promise<string> {
  const html = await unmarkedPage(reply, page, source)
  return withPreviewBar(html, page.site, page.nonce)
}

interface BrandedPage {
  site: SiteRow
  firstPage: FirstPage
  path: string
  nonce: string
}

async function unmarkedPage(
  reply: FastifyReply,
  page: BrandedPage,
  { web, gateway, ownFiles, prerenderedScreen }: Prepared,
): Promise<string> {
  const { site, firstPage, path, nonce } = page
  const document = documentOf(site, path)
  const screen = screenAt(path, site.isCustomerSite)
  const drawn = screen && (await prerenderedScreen(site, screen, firstPage))
  const isSkeleton = screen !== undefined && screens[screen].signedIn
  const scriptHashes = isSkeleton ? skeletonHashes : prerenderedHashes
  const inlineHashes = [...ownFiles.inlineHashes, ...(drawn ? scriptHashes : [])]
  setDocumentHeaders(reply, { nonce, path, site, document, gateway, inlineHashes })
  const title = titleOf(firstPage, screen)
  const canIndex = site.searchIndex && screen === "login" && !site.preview
  const { headTags, bodyScripts } = document
  const importMap = document.carriesBrandScripts ? "" : ownFiles.importMap
  const files = web
    .filesOf(screen)
    .map((file) => ({ path: file, integrity: ownFiles.integrityOf.get(file) }))
  if (drawn && web.prerender && screen) {
    const parts = { title, firstPage, files, importMap, headTags, bodyScripts, canIndex, nonce }
    return isSkeleton
      ? skeletonHtml(await web.template(path), screen, drawn, parts)
      : prerenderedHtml(web.prerender.template, drawn, parts)
  }
  const head = headHtml({
    title,
    firstPage,
    styles: brandStyleSheet(firstPage),
    scripts: [importMapHtml(importMap, nonce), ...filesHtml(files, nonce)],
    headTags,
    canIndex,
    nonce,
  })
  const body = bodyHtml(firstPage, bodyScripts, nonce)
  return filledTemplate(await web.template(path), {
    head,
    start: bootstrapHtml(firstPage, nonce),
    body,
    nonce,
  })
}

/**
 * The page without a brand. The application still loads: it requests the data again, and shows the
 * server's message.
 */
async function unbrandedPage(
  reply: FastifyReply,
  path: string,
  nonce: string,
  { web, gateway, ownFiles: { importMap, inlineHashes } }: Prepared,
): Promise<string> {
  const unbranded = { nonce, site: undefined, document: undefined }
  setDocumentHeaders(reply, { ...unbranded, path, gateway, inlineHashes })
  const head = `<title>My Account</title>${importMapHtml(importMap, nonce)}`
  return filledTemplate(await web.template(path), {
    head,
    start: bootstrapHtml(undefined, nonce),
    body: "",
    nonce,
  })
}

type PageContent = Pick<ReturnType<typeof createContent>, "byTitles" | "pageTitles">

/** The data in the page of a screen; `release` is the id of the build. */
async function firstPageOf(
  site: SiteRow,
  screen: ScreenName | undefined,
  content: PageContent,
  release: string | undefined,
  now: Date,
): Promise<FirstPage> {
  const titles = [...shellContents, ...(screen ? contentsOf(screen) : [])]
  const contents = await content.byTitles(site.client, titles, site.preview)
  return {
    release,
    initData: initDataOf(site, now),
    clientGroup: site.group && clientGroupOf(site.group),
    pageTitles: JSON.parse(await content.pageTitles(site.client, site.preview)) as Record<
      string,
      string
    >,
    // A missing text of the client is sent empty, so that the page does not request it again.
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
function titleOf({ initData, pageTitles }: FirstPage, screen: ScreenName | undefined): string {
  if (screen === undefined) return initData.clientName
  return pageTitle(initData.clientName, pageTitles[screen] ?? screens[screen].title)
}
