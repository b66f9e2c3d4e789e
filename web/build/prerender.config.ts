import { join } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import { cssModules } from "./scoped-names.ts"

/** The build that the server runs to render public screens: see web/prerender.tsx. */
export default defineConfig({
  root: join(import.meta.dirname, ".."),
  plugins: [react()],
  // Only a browser has these. Node has a storage too, but every request would share it.
  define: {
    localStorage: "undefined",
    sessionStorage: "undefined",
    "history.state": "undefined",
    "location.hostname": '""',
    "location.search": '""',
    "window.trustedTypes": "undefined",
  },
  css: { modules: cssModules },
  // A server has no development packages.
  ssr: { noExternal: true },
  build: {
    ssr: "prerender.tsx",
    // The other build has written it.
    copyPublicDir: false,
    target: "node26",
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
  },
})
