import { check } from "./check.ts"
import { newBrand } from "./new-brand.ts"
import { releases } from "./releases.ts"
import type { Subcommand } from "./subcommand.ts"

/** Every command of `npm run portal --`, in the order of its help. */
export const subcommands: Readonly<Record<string, Subcommand>> = {
  check,
  "new-brand": newBrand,
  releases,
}
