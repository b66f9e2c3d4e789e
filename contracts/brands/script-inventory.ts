import type { ScreenName } from "../screens.ts"

/** One of our scripts or style sheets, as listed by the build in dist/scripts.json. */
export interface InventoryEntry {
  /** Its address on every site, such as /assets/index-CdRHF487.js. */
  path: string
  /** Its SHA-384, in the format of the `integrity` attribute. */
  integrity: string
  kind: "entry" | "chunk" | "worker" | "style"
  /** Why pages need it. */
  purpose: string
  /** The screens that load it; `every` if any screen can load it. */
  screens: readonly ScreenName[] | "every"
}
