import type { FirstPage } from "#contracts/brands/first-page.ts"
import type { ScreenName } from "#contracts/screens.ts"
import type { BodyScript, HeadTag } from "#services/brands/loading/client-file.ts"
import { noticeHtml } from "./bootstrap-html.ts"
import { bootstrapMarks } from "./bootstrap-marks.ts"
import {
  bodyHtml,
  brandStyleSheet,
  filesHtml,
  filledTemplate,
  headHtml,
  importMapHtml,
  type PageFile,
  tag,
} from "./html.ts"
import type { PrerenderedScreen } from "./prerendered-screens.ts"
import { callAttributes, sessionScript } from "./session-script.ts"

interface PageParts {
  title: string
  firstPage: FirstPage
  files: readonly PageFile[]
  importMap: string
  headTags: readonly HeadTag[]
  bodyScripts: readonly BodyScript[]
  canIndex: boolean
  nonce: string
}

/** A page that shows its screen before any file arrives. */
export function prerenderedHtml(
  template: string,
  drawn: PrerenderedScreen,
  page: PageParts,
): string {
  const { firstPage, files, importMap, bodyScripts, nonce } = page
  const { html, styles, brandStyles, fonts } = drawn
  const style = (text: string) => `<style nonce="${nonce}">${text}</style>`
  return filledTemplate(template, {
    head: headHtml({
      ...page,
      styles: [
        brandStyles === undefined ? brandStyleSheet(firstPage) : style(brandStyles),
        style(styles),
        `<script nonce="${nonce}">${bootstrapMarks}</script>`,
      ].join("\n    "),
      scripts: [],
    }),
    start: html,
    body: [
      noticeHtml(firstPage, nonce),
      // This script must come before every script that imports.
      importMapHtml(importMap, nonce),
      bodyHtml(firstPage, bodyScripts, nonce),
    ].join("\n    "),
    late: [fonts === "" ? "" : style(fonts), ...filesHtml(files, nonce)].join(""),
    nonce,
  })
}

/**
 * A page with the skeleton of a customer's screen. The browser already has its files, so it loads
 * them immediately.
 */
export function skeletonHtml(
  template: string,
  screen: ScreenName,
  { html }: PrerenderedScreen,
  page: PageParts,
): string {
  const { firstPage, files, importMap, bodyScripts, nonce } = page
  const script = tag("script", { ...callAttributes(screen, firstPage.initData.client), nonce })
  return filledTemplate(template.replace('<div id="root">', '<div id="root" data-outline>'), {
    head: headHtml({
      ...page,
      styles: brandStyleSheet(firstPage),
      scripts: [
        // This script comes before the style sheets, because scripts after them wait for them.
        `${importMapHtml(importMap, nonce)}${script}${sessionScript}</script>`,
        ...filesHtml(files, nonce),
      ],
    }),
    start: html,
    body: [noticeHtml(firstPage, nonce), bodyHtml(firstPage, bodyScripts, nonce)].join("\n    "),
    nonce,
  })
}
