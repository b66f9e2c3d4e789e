import { releases } from "./releases.ts"
import type { Subcommand } from "./subcommand.ts"

/** Every command of `npm run portal --`, in the order of its help. */
export const subcommands: Readonly<Record<string, Subcommand>> = { releases }
