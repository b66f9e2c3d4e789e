import { join } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import { buildTargets } from "./tools/browsers/supported.ts"
import { firstScreens } from "./web/build/first-screens.ts"
import { orderedFiles } from "./web/build/ordered-files.ts"
import { plainImports } from "./web/build/plain-imports.ts"
import { precompress } from "./web/build/precompress.ts"
import { cssModules } from "./web/build/scoped-names.ts"
import { scriptInventory } from "./web/build/script-inventory.ts"
import { styleRules } from "./web/build/style-rules.ts"

/** The rules of forms after the login: one file compresses better than many. */
const formRules = /contracts\/(email-address|(identity|profile)\/[a-z-]+)-rules\./

const root = join(import.meta.dirname, "web")

export default defineConfig({
  root,
  plugins: [
    react(),
    firstScreens({
      screens: {
        login: ["identity/sign-in/login.tsx"],
        supportLogin: ["staff/accounts/support-login.tsx"],
        dashboard: [
          "products/dashboard/dashboard.tsx",
          "identity/session/signed-in.tsx",
          "shell/bars.tsx",
        ],
      },
      // The first page for most people, phones included.
      weighed: { screen: "login", kilobytes: 73 },
    }),
    orderedFiles(),
    plainImports(),
    precompress(),
    scriptInventory(),
    styleRules(),
  ],
  // The server replaces this by a new nonce in each answer.
  html: { cspNonce: "__CSP_NONCE__" },
  css: {
    modules: cssModules,
  },
  build: {
    // The oldest browsers that scripts and style sheets support.
    target: buildTargets(),
    outDir: join(import.meta.dirname, "dist"),
    emptyOutDir: true,
    // One style sheet, loaded before the first paint.
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      // The login is part of the entry on purpose.
      checks: { ineffectiveDynamicImport: false },
      // A text travels with the file that shows it, not with all texts of its folder.
      optimization: { inlineConst: { mode: "all" } },
      // No file of ours has a getter with an effect.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // The entry file names all other files, so short names keep it small.
        chunkFileNames: "assets/[hash:7].js",
        // One file holds the login and what every screen needs: more files compress worse and load
        // later.
        codeSplitting: {
          groups: [
            { name: "app", tags: ["$initial"] },
            { name: "form-rules", test: formRules },
            // Small parts that several files need, together: each file costs a request and a line of
            // the import map in every page. Above this size, merged files import each other.
            {
              name: "shared",
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 2_000,
            },
          ],
        },
      },
    },
  },
})
