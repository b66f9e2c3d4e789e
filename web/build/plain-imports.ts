import type { Plugin } from "vite"

/**
 * Vite wraps each `import()` in code that first loads the style sheets and the chunks that the
 * new one needs. Here the one style sheet is there from the start, and the server names a first
 * screen's chunks, so that the wrapper only costs bytes: this leaves it empty.
 */
export function plainImports(): Plugin {
  return {
    name: "plain-imports",
    apply: "build",
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => "export const __vitePreload = (load) => load()",
    },
  }
}
