import { join, relative } from "node:path"

const root = join(import.meta.dirname, "..")

/**
 * The class names of both builds: "dashboard-due-card-row" for `row` of
 * web/products/dashboard/due-card.module.css. Readable names also compress better than hashes.
 */
export const cssModules = {
  generateScopedName: (name: string, file: string) => `${scopeOf(file)}-${name}`,
}

function scopeOf(file: string): string {
  return relative(root, file).replace(".module.css", "").split("/").slice(-2).join("-")
}
