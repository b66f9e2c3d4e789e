// Runs the browser tests of the current folder. They open no page, so they need no browser.

import { runBrowserTests } from "./browser-tests.ts"
import { allTestFiles } from "./files.ts"
import { sumOf } from "./outcome.ts"

const outcomes = await runBrowserTests({
  files: allTestFiles().map(({ path }) => path),
  isWhole: true,
  chromiumPath: "",
  signal: new AbortController().signal,
})
console.log(JSON.stringify(sumOf(outcomes)))
