import { readFile } from "node:fs/promises"
import type { FirstPage } from "#contracts/brands/first-page.ts"
import type { StyleRule } from "#contracts/brands/style-rules.ts"
import type { ScreenName } from "#contracts/screens.ts"
import { lateHtml } from "./bootstrap-script.ts"

/** The build that renders public screens; see web/prerender.tsx. */
export interface Prerender {
  /** The page around a rendered screen, with scripts and the style sheet at its end. */
  template: string
  styles: readonly StyleRule[]
  /** The HTML of a screen; undefined if it depends on more than the host. */
  render(screen: ScreenName, firstPage: FirstPage): string | undefined
}

interface Module {
  preload(): Promise<void>
  prerender: Prerender["render"]
}

/** Reads dist/server/ and styles.json. `html` is the built index.html. */
export async function builtPrerender(folder: URL, html: string): Promise<Prerender> {
  const [styles, module] = await Promise.all([
    readFile(new URL("styles.json", folder), "utf8"),
    import(new URL("server/prerender.js", folder).href) as Promise<Module>,
  ])
  await module.preload()
  return {
    template: lateTemplate(html),
    styles: JSON.parse(styles) as StyleRule[],
    render: module.prerender,
  }
}

/**
 * index.html without its files, which are in a `<template>` at the end, so that the browser paints
 * the screen before it loads them. See bootstrap-script.ts.
 */
export function lateTemplate(html: string): string {
  const files = html.match(/<script type="module".*?<\/script>|<link rel="stylesheet".*?>/g) ?? []
  const late = files.map((file) =>
    file.replace('rel="stylesheet"', 'rel="preload" as="style" fetchpriority="low"'),
  )
  const rest = files.reduce((text, file) => text.replace(file, ""), html)
  return rest
    .replace('<div id="root">', '<div id="root" data-rendered>')
    .replace("<!--body-->", () => `<!--body-->\n    ${lateHtml(late)}`)
}
