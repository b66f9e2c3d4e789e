import type { FirstPage } from "#contracts/brands/first-page.ts"
import type { BodyScript, HeadTag } from "#services/brands/loading/client-file.ts"
import type { DrawnScreen } from "./drawn-screens.ts"
import { earlyScript } from "./early-script.ts"
import {
  bodyHtml,
  brandStyleSheet,
  filesHtml,
  filledTemplate,
  headHtml,
  importMapHtml,
  type PageFile,
} from "./html.ts"
import { noticeHtml } from "./start-html.ts"

/** A page that shows its screen before any file arrives. */
export function drawnHtml(
  template: string,
  drawn: DrawnScreen,
  page: {
    title: string
    firstPage: FirstPage
    files: readonly PageFile[]
    importMap: string
    headTags: readonly HeadTag[]
    bodyScripts: readonly BodyScript[]
    canIndex: boolean
    nonce: string
  },
): string {
  const { firstPage, files, importMap, bodyScripts, nonce } = page
  const { html, styles, brandStyles } = drawn
  const style = (text: string) => `<style nonce="${nonce}">${text}</style>`
  return filledTemplate(template, {
    head: headHtml({
      ...page,
      styles: [
        brandStyles === undefined ? brandStyleSheet(firstPage) : style(brandStyles),
        style(styles),
        `<script nonce="${nonce}">${earlyScript}</script>`,
      ].join("\n    "),
      scripts: [],
    }),
    start: html,
    body: [
      noticeHtml(firstPage, nonce),
      // Before every script that imports.
      importMapHtml(importMap, nonce),
      ...filesHtml(files, nonce),
      bodyHtml(firstPage, bodyScripts, nonce),
    ].join("\n    "),
    nonce,
  })
}
