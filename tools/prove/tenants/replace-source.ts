// Run before a test (`node --import`): the file of REPLACED_FILE is loaded as the text of
// REPLACED_BY, a path too. Nothing in the working tree changes.

import { readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { pathToFileURL } from "node:url"

const { REPLACED_FILE = "", REPLACED_BY = "" } = process.env
const replaced = pathToFileURL(REPLACED_FILE).href

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    return url === replaced ? { ...loaded, source: readFileSync(REPLACED_BY) } : loaded
  },
})
