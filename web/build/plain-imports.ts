import { join } from "node:path"
import type { Plugin } from "vite"

const importWithRetry = join(import.meta.dirname, "..", "app", "import-with-retry.ts")

/**
 * Vite wraps each `import()` in code that first loads the style sheets and chunks of the imported
 * file. Here, the only style sheet is loaded from the start and the server names a first screen's
 * chunks, so that wrapper would only cost bytes. Our wrapper retries a failed import.
 */
export function plainImports(): Plugin {
  return {
    name: "plain-imports",
    apply: "build",
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler: () =>
        `export { importWithRetry as __vitePreload } from ${JSON.stringify(importWithRetry)}`,
    },
  }
}
