import { noncePlaceholder } from "./html.ts"

const id = "late"

/** Inserts the files of `lateHtml` into the page. Running it again has no effect. */
export const bootstrapScript = `{
const start=()=>{const t=document.getElementById("${id}");t&&t.replaceWith(t.content)}
try{new PerformanceObserver(l=>l.getEntriesByName("first-contentful-paint")[0]&&start()).observe({type:"paint",buffered:true})}catch{start()}
document.hidden?start():setTimeout(start,1000)
}`

/**
 * Files that a page loads after its first paint, so that they do not delay it. A hidden page is
 * never painted, and loads them immediately; in a browser that reports no paint, they load after a
 * second.
 */
export function lateHtml(files: readonly string[]): string {
  return `<template id="${id}"><!--late-->${files.join("\n    ")}</template>
    <script nonce="${noncePlaceholder}">${bootstrapScript}</script>`
}
