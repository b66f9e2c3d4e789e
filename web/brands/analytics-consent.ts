/** The browser's privacy signals. The newer one is not in the DOM types. */
interface PrivacySignals {
  doNotTrack?: string | null
  globalPrivacyControl?: boolean
}

/**
 * Whether page views may be counted, which requires that neither the browser nor the client's
 * consent tool objects. Such a tool pushes `["consent", "default" | "update", {…}]` to the data
 * layer.
 */
export function mayMeasure(signals: PrivacySignals, dataLayer: readonly object[]): boolean {
  if (signals.doNotTrack === "1" || signals.globalPrivacyControl === true) return false
  const stated = dataLayer.map(consentIn).filter((consent) => consent !== undefined)
  return stated.at(-1) !== "denied"
}

function consentIn(entry: object): unknown {
  // Tools push the `arguments` object of a function, which resembles an array but is not one.
  const [command, , values] = Array.from(entry as ArrayLike<unknown>)
  if (command !== "consent" || typeof values !== "object" || values === null) return undefined
  return (values as { analytics_storage?: unknown }).analytics_storage
}
