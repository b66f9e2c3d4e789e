import { isPaymentAddress } from "#contracts/screens.ts"

/**
 * Whether this document is one of the payment center's, which alone may load the gateway and never
 * loads brand scripts. Undefined before the document starts, and if it must show all screens.
 */
let isPaymentDocument: boolean | undefined
let hasBrandScripts = false

/** Restricts this document to screens of its kind. */
export function startApart(brandHasScripts: boolean): void {
  isPaymentDocument = isPaymentAddress(location.pathname)
  hasBrandScripts = brandHasScripts
}

/** Whether the screen at `path` may be shown without loading another document. */
export function isInThisDocument(path: string): boolean {
  return isPaymentDocument === undefined || isPaymentAddress(path) === isPaymentDocument
}

/**
 * Lets this document show all screens, for a session that another document would not have. Its
 * policy stays, so that the gateway's frames are blocked on its payment screens. Returns false for a
 * brand with scripts, which must not run beside those.
 */
export function showAllScreens(): boolean {
  if (!hasBrandScripts) isPaymentDocument = undefined
  return !hasBrandScripts
}

/** Whether the tag manager may be loaded into this document. */
export function mayLoadBrandScripts(): boolean {
  return hasBrandScripts && isPaymentDocument === false
}
