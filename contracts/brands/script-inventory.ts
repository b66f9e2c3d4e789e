import type { ScreenName } from "../screens.ts"

/** A script or style sheet of ours, as the build lists it in dist/scripts.json. */
export interface InventoryEntry {
  /** Its address on every site, such as /assets/index-CdRHF487.js. */
  path: string
  /** Its SHA-384 as the `integrity` attribute has it. */
  integrity: string
  kind: "entry" | "chunk" | "worker" | "style"
  /** Why pages need it. */
  purpose: string
  /** The screens that load it; `every` for what any screen may load. */
  screens: readonly ScreenName[] | "every"
}
