import { isPaymentAddress } from "#contracts/screens.ts"

/**
 * Whether this document contains the brand's scripts. Undefined for a brand without scripts, which
 * shows all screens in one document.
 */
let carriesBrandScripts: boolean | undefined

/** For a brand with scripts, restricts this document to screens of its kind. */
export function startApart(): void {
  carriesBrandScripts = !isPaymentAddress(location.pathname)
}

/** Whether the screen at `path` may be shown without loading another document. */
export function isInThisDocument(path: string): boolean {
  return carriesBrandScripts === undefined || isPaymentAddress(path) !== carriesBrandScripts
}

/** Whether the tag manager may be loaded into this document. */
export function mayLoadBrandScripts(): boolean {
  return carriesBrandScripts === true
}
