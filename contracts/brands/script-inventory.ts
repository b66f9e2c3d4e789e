import type { ScreenName } from "../screens.ts"

/** A script or style sheet of ours, as the build lists it in dist/scripts.json. */
export interface InventoryEntry {
  /** Its address on every site, such as /assets/index-CdRHF487.js. */
  path: string
  /** Its SHA-384 in the form of the `integrity` attribute. */
  integrity: string
  kind: "entry" | "chunk" | "worker" | "style"
  /** The reason that pages need it. */
  purpose: string
  /** The screens that load it; `every` if any screen may load it. */
  screens: readonly ScreenName[] | "every"
}
