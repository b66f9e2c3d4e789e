import type { FirstPage } from "#contracts/brands/first-page.ts"
import type { StyleRule } from "#contracts/brands/style-rules.ts"
import type { ScreenName } from "#contracts/screens.ts"
import { cssParts } from "#platform/text/css-parts.ts"
import type { SiteRow } from "#services/brands/clients.ts"
import type { AssetRow } from "#services/brands/sites.store.ts"
import { noticeHtml } from "./bootstrap-html.ts"
import type { Prerender } from "./prerender.ts"

/** A rendered screen: the same for everyone, without nonces and personal data. */
export interface PrerenderedScreen {
  html: string
  /** The styles of the screen. */
  styles: string
  /** The brand's style sheet; undefined if the page must link its file. */
  brandStyles: string | undefined
  /** The rules of that style sheet that load fonts. */
  fonts: string
}

/** A file of the brand that a site shows. */
export type BrandFile = (
  site: Pick<SiteRow, "client" | "preview">,
  name: string,
) => Promise<AssetRow | undefined>

/** The most cached screens of all hosts, together some 20 MB. */
const maxEntries = 500
/** Characters. A larger brand style sheet would not fit in the first packets. */
const mostBrandStyles = 12_000
/** Matches only fonts that load a file. Excludes system fonts, which the first paint needs. */
const fontRules = /@font-face\s*\{[^}]*\burl\([^}]*\}/g

/**
 * Renders screens, and caches each for its host until anything in its first page changes. The
 * returned function answers undefined for a screen that only the application can render.
 */
export function createPrerenderedScreens(prerender: Prerender | undefined, brandFile: BrandFile) {
  const known = new Map<string, { version: string; drawn: PrerenderedScreen | undefined }>()

  async function draw(site: SiteRow, screen: ScreenName, firstPage: FirstPage) {
    const html = prerender?.render(screen, firstPage)
    if (html === undefined || !prerender) return undefined
    const notices = noticeHtml(firstPage, "")
    const brandStyles = await brandStylesOf(site, firstPage)
    return {
      html,
      styles: stylesOf(html + notices, prerender.styles),
      brandStyles: brandStyles?.replace(fontRules, ""),
      fonts: brandStyles?.match(fontRules)?.join("") ?? "",
    }
  }

  async function brandStylesOf(site: SiteRow, { initData }: FirstPage) {
    const address = initData.brandDetail.cssFileUrl
    if (address === null || site.cssFile === null) return ""
    const file = await brandFile(site, site.cssFile).catch(() => undefined)
    return file && inlineStyles(file.body.toString("utf8"), address)
  }

  return async (site: SiteRow, screen: ScreenName, firstPage: FirstPage) => {
    if (!prerender) return undefined
    // A preview has a separate entry, so that it never replaces the published page.
    const key = `${site.host} ${site.preview?.number ?? ""} ${screen}`
    const version = JSON.stringify(firstPage)
    const found = known.get(key)
    if (found?.version === version) return found.drawn
    const drawn = await draw(site, screen, firstPage)
    if (known.size >= maxEntries) known.clear()
    known.set(key, { version, drawn })
    return drawn
  }
}

/**
 * The style sheet at this address as the text of a `<style>`; undefined if it cannot be inlined,
 * and the page links the file. The check for text that would close the element or import another
 * file uses the final text.
 */
export function inlineStyles(css: string, address: string): string | undefined {
  if (css.length > mostBrandStyles) return undefined
  const inlined: string[] = []
  for (const { kind, text } of cssParts(css)) {
    // Outside of strings, an escape can hide any keyword.
    if (kind !== "string" && kind !== "comment" && text.includes("\\")) return undefined
    const isAddress = kind === "string" && /\burl\(\s*$/i.test(inlined.at(-1) ?? "")
    if (isAddress) inlined.push(addressFrom(text.slice(1, -1), address))
    else if (kind === "url") inlined.push(`url(${addressFrom(text.slice(4, -1).trim(), address)})`)
    // A comment separates words, as a space does.
    else if (kind === "comment") inlined.push(" ")
    else inlined.push(kind === "string" ? text : text.replace(/\s+/g, " "))
  }
  const whole = inlined.join("")
  return /<\/style|<!--|@import/i.test(whole) ? undefined : whole
}

/**
 * The target of a style sheet at `address`, as a quoted string that refers to the same file from
 * any page.
 */
function addressFrom(target: string, address: string): string {
  const url = URL.parse(target, `http://brand.invalid${address}`)
  if (!url || url.protocol === "data:") return target.includes('"') ? `'${target}'` : `"${target}"`
  const { host, href, pathname, search, hash } = url
  return `"${host === "brand.invalid" ? pathname + search + hash : href}"`
}

/** The rules that match something in this HTML, in the order of the style sheet. */
export function stylesOf(html: string, rules: readonly StyleRule[]): string {
  const present = new Set(["html", "body", ":root"])
  for (const [, element = ""] of html.matchAll(/<([a-z][\w-]*)/g)) present.add(element)
  for (const [, names = ""] of html.matchAll(/ class="([^"]*)"/g)) {
    for (const name of names.split(/\s+/)) present.add(`.${name}`)
  }
  const used = textOf(rules, (needs) => needs.every((need) => present.has(need)))
  return used + animationsOf(rules, used)
}

function textOf(rules: readonly StyleRule[], applies: (needs: string[]) => boolean): string {
  return rules
    .map((rule) => {
      if (!("at" in rule)) {
        if (rule.keyframes !== undefined) return ""
        return rule.needs === undefined || rule.needs.some(applies) ? rule.css : ""
      }
      // Print rules come with the whole style sheet.
      if (rule.at === "@media print") return ""
      const inner = textOf(rule.rules, applies)
      return inner === "" ? "" : `${rule.at}{${inner}}`
    })
    .join("")
}

function animationsOf(rules: readonly StyleRule[], used: string): string {
  return rules
    .flatMap((rule) => ("at" in rule ? rule.rules : [rule]))
    .filter((rule) => "keyframes" in rule && rule.keyframes && used.includes(rule.keyframes))
    .map((rule) => ("css" in rule ? rule.css : ""))
    .join("")
}
