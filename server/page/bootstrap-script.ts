import { noncePlaceholder } from "./html.ts"

const id = "late"

/** Puts the files of `lateHtml` into the page. Runs again at no cost. */
export const bootstrapScript = `{
const start=()=>{const t=document.getElementById("${id}");t&&t.replaceWith(t.content)}
try{new PerformanceObserver(l=>l.getEntriesByName("first-contentful-paint")[0]&&start()).observe({type:"paint",buffered:true})}catch{start()}
document.hidden?start():setTimeout(start,1000)
}`

/**
 * Files that a page asks for after its first paint, so that they do not delay it. A hidden page is
 * not painted, and asks for them at once; a browser that reports no paint, after a second.
 */
export function lateHtml(files: readonly string[]): string {
  return `<template id="${id}"><!--late-->${files.join("\n    ")}</template>
    <script nonce="${noncePlaceholder}">${bootstrapScript}</script>`
}
