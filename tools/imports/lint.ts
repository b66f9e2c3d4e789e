// Says which imports of the project go where they may not; part of `npm run lint`.

import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { importFaults } from "./check.ts"

const root = new URL("../../", import.meta.url)
const files = globSync("**/*.{ts,tsx}", {
  cwd: fileURLToPath(root),
  exclude: ["**/node_modules", "dist", ".data"],
})
const faults = files.flatMap((file) =>
  importFaults(file, readFileSync(new URL(file, root), "utf8")),
)

for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else
  console.log(`The imports of ${files.length} files keep to the rules of tools/imports/rooms.ts.`)
