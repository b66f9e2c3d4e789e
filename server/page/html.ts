import type { FirstPage } from "#contracts/brands/first-page.ts"
import { escapeHtml } from "#contracts/placeholders.ts"
import type { BodyScript, HeadTag } from "#services/brands/loading/client-file.ts"

export const noncePlaceholder = "__CSP_NONCE__"

/** The HTML of the application, filled with the parts of a page; see web/index.html. */
export function filledTemplate(
  template: string,
  parts: { head: string; start: string; body: string; late?: string; nonce: string },
): string {
  const { head, start, body, late = "", nonce } = parts
  return template
    .replaceAll(noncePlaceholder, nonce)
    .replace("<!--head-->", () => head)
    .replace("<!--start-->", () => start)
    .replace("<!--body-->", () => body)
    .replace("<!--late-->", () => late)
}

/** One of our scripts or style sheets. */
export interface PageFile {
  path: string
  integrity: string | undefined
}

/**
 * The head of a branded page: everything that browsers and search engines read before scripts run.
 */
export function headHtml(page: {
  title: string
  firstPage: FirstPage
  /** The brand's styles. */
  styles: string
  /** The import map, which must come before every script, and the files of the first screen. */
  scripts: readonly string[]
  headTags: readonly HeadTag[]
  canIndex: boolean
  nonce: string
}): string {
  const { metaDescription } = page.firstPage.initData
  return [
    `<title>${escapeHtml(page.title)}</title>`,
    // The import map comes before every script, because earlier imports would not be checked.
    page.scripts[0] ?? "",
    tag("meta", { name: "description", content: metaDescription }),
    page.canIndex ? "" : tag("meta", { name: "robots", content: "noindex" }),
    page.styles,
    ...page.scripts.slice(1),
    ...page.headTags.map((headTag) => headTagHtml(headTag, page.nonce)),
  ]
    .filter((line) => line !== "")
    .join("\n    ")
}

export function importMapHtml(importMap: string, nonce: string): string {
  return importMap === "" ? "" : `<script type="importmap" nonce="${nonce}">${importMap}</script>`
}

/** The brand's style sheet, as a file. */
export function brandStyleSheet({ initData }: FirstPage): string {
  const { cssFileUrl } = initData.brandDetail
  return cssFileUrl === null ? "" : tag("link", { rel: "stylesheet", href: cssFileUrl })
}

/** The tags of files that load in parallel with the application's own script. */
export function filesHtml(files: readonly PageFile[], nonce: string): string[] {
  return files.map((file) => fileHtml(file, nonce))
}

function fileHtml({ path, integrity }: PageFile, nonce: string): string {
  const checked: Record<string, string> = integrity === undefined ? {} : { integrity }
  if (path.endsWith(".css")) return tag("link", { rel: "stylesheet", href: path, ...checked })
  return tag("link", { rel: "modulepreload", href: path, ...checked, nonce })
}

function headTagHtml(headTag: HeadTag, nonce: string): string {
  const { tag: name, ...attributes } = headTag
  if (name !== "script") return tag(name, attributes)
  return `${tag("script", { ...attributes, async: "", nonce })}</script>`
}

/** The first page's data, and the client's own scripts after it. */
export function bodyHtml(
  firstPage: FirstPage,
  bodyScripts: readonly BodyScript[],
  nonce: string,
): string {
  const data = `<script type="application/json" id="first-page" nonce="${nonce}">${jsonInScript(firstPage)}</script>`
  const scripts = bodyScripts.map((script) =>
    "src" in script
      ? `${tag("script", { src: script.src, defer: "", nonce })}</script>`
      : `<script nonce="${nonce}">${script.text}</script>`,
  )
  return [data, ...scripts].join("\n    ")
}

/** JSON that cannot close the script element that contains it. */
function jsonInScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c")
}

export function tag(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === "" ? key : `${key}="${escapeHtml(value)}"`,
  )
  return `<${[name, ...written].join(" ")}>`
}

/** The page of an unknown host, without brand, application or script. */
export function unknownHostHtml(nonce: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Oops, page not found</title>
    <style nonce="${nonce}">
      :root { color-scheme: light dark }
      body { font: 1.125rem/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh;
        display: grid; place-content: center; text-align: center; padding: 1.5rem; box-sizing: border-box }
      h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem }
      p { margin: 0 0 .5rem }
      small { opacity: .75; font-size: 1rem }
    </style>
  </head>
  <body>
    <main>
      <h1>Oops, page not found</h1>
      <p>Sorry, the page you are looking for is not here.</p>
      <p>Please check the address for typing mistakes.</p>
      <small>Error 404</small>
    </main>
  </body>
</html>
`
}
