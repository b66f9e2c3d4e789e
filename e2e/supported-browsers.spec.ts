import { globSync, readFileSync } from "node:fs"
import { expect, test } from "@playwright/test"
import { scriptCheck } from "#tools/browsers/check-scripts.ts"
import { lackingInStyles } from "#tools/browsers/check-styles.ts"

/** Features that some supported browsers lack but our scripts do not need there. */
const allowedInScripts: Record<string, string> = {
  navigation: "the bank's frame asks with `typeof` whether it exists, and React with `typeof` too",
  setImmediate: "React asks with `typeof` whether it exists",
  trustedTypes: "the application asks with `typeof` whether it exists",
  "dialog closedby": "the dialog's event `cancel` replaces it",
  "input autocapitalize": "letters can be typed as small ones",
  "input autocorrect": "a word can be corrected",
  "select is": "React draws a select element of its own kind only if it is asked for",
  "Document.startViewTransition": "React calls it for a component that we do not use",
  "Element.startViewTransition": "React calls it for a component that we do not use",
  "RTCIceCandidate.component": "it has the same name as a function in web/app/chunk.tsx",
}

/** Features that older browsers ignore without making the page less usable. */
const allowedInStyles: Record<string, string> = {
  "@starting-style": "a dialog opens without moving",
  "break-after: avoid": "a printed page breaks at another line",
  "cursor: not-allowed": "phones have no pointer",
  "cursor: pointer": "phones have no pointer",
  "cursor: progress": "phones have no pointer",
  "font-family: ui-monospace": "the next font of the list takes its place",
  "forced-color-adjust": "only browsers with forced colors need it",
  "forced-color-adjust: none": "only browsers with forced colors need it",
  "grid-template-rows: subgrid": "a card's date and code stand on lines of their own height",
  hyphens: "the build adds -webkit-hyphens",
  "overflow-anchor": "Safari moves no page that grows above",
  "overflow-anchor: none": "Safari moves no page that grows above",
  "text-size-adjust": "the build adds -webkit-text-size-adjust for phones",
  "text-wrap": "lines break at other words",
  "text-wrap: balance": "lines break at other words",
  "text-wrap: pretty": "lines break at other words",
  "text-wrap: wrap": "lines break at other words",
}

test("DEVICE-02 built scripts and style sheets use only features of all supported browsers", () => {
  const check = scriptCheck()
  const scripts = globSync("dist/assets/*.js").flatMap((file) => [
    ...check(readFileSync(file, "utf8")),
  ])
  expect(scripts.length).toBeGreaterThan(0)
  expect([...new Set(scripts)].sort()).toEqual(Object.keys(allowedInScripts).sort())

  const styles = globSync("dist/assets/*.css").flatMap((file) => [
    ...lackingInStyles(readFileSync(file, "utf8")).keys(),
  ])
  expect([...new Set(styles)].sort()).toEqual(Object.keys(allowedInStyles).sort())
})
