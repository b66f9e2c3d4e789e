import { join, relative } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import { firstScreens } from "./web/build/first-screens.ts"
import { plainImports } from "./web/build/plain-imports.ts"
import { precompress } from "./web/build/precompress.ts"
import { scriptInventory } from "./web/build/script-inventory.ts"

/** The log-in, and what it shares with other forms: two files compress worse than one. */
const loginForm =
  /web\/(ui\/form\/(select-field|password-field|text-field|checkbox)\.|identity\/sign-in\/(steps|sign-in-form|login|welcome)\.|identity\/sign-in-link\/is-link-sent\.|brands\/union\.)/

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
      // The first page that most people see, on telephones too.
      weighed: { screen: "login", kilobytes: 70 },
    }),
    plainImports(),
    precompress(),
    scriptInventory(),
  ],
  // The server puts a new nonce in its place for each answer.
  html: { cspNonce: "__CSP_NONCE__" },
  css: {
    modules: {
      // Names that a person can read, and that compress better than hashes.
      generateScopedName: (name, file) => `${scopeOf(file)}-${name}`,
    },
  },
  build: {
    outDir: join(import.meta.dirname, "dist"),
    emptyOutDir: true,
    // One style sheet, here before anything is drawn.
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      output: {
        // The first file names all the others, so their names weigh on it.
        chunkFileNames: "assets/[hash:7].js",
        // What every screen needs is one file: two halves compress worse and come later.
        // So is what every form needs.
        codeSplitting: {
          groups: [
            { name: "app", tags: ["$initial"] },
            { name: "form", test: loginForm },
          ],
        },
      },
    },
  },
})

/** "dashboard-due-card" of web/products/dashboard/due-card.module.css: its folder and file. */
function scopeOf(file: string): string {
  return relative(root, file).replace(".module.css", "").split("/").slice(-2).join("-")
}
