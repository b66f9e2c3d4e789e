import { join } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import { cssModules } from "./scoped-names.ts"

/** The build with which the server renders public screens: see web/prerender.tsx. */
export default defineConfig({
  root: join(import.meta.dirname, ".."),
  plugins: [react()],
  // Only browsers have these. Node has storage too, but all requests would share it.
  define: {
    localStorage: "undefined",
    sessionStorage: "undefined",
    "history.state": "undefined",
    "location.hostname": '""',
    "location.search": '""',
    "window.trustedTypes": "undefined",
  },
  css: { modules: cssModules },
  // A server installation does not have the development packages.
  ssr: { noExternal: true },
  build: {
    ssr: "prerender.tsx",
    // The browser build copies it.
    copyPublicDir: false,
    target: "node26",
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
  },
})
