/** The browser's privacy signals. The newer one is not in the DOM types. */
interface PrivacySignals {
  doNotTrack?: string | null
  globalPrivacyControl?: boolean
}

/**
 * Whether page views may be counted: neither the browser nor the client's own consent tool says
 * no. Such a tool states it in the data layer, as `["consent", "default" | "update", {…}]`.
 */
export function mayMeasure(signals: PrivacySignals, dataLayer: readonly object[]): boolean {
  if (signals.doNotTrack === "1" || signals.globalPrivacyControl === true) return false
  const stated = dataLayer.map(consentIn).filter((consent) => consent !== undefined)
  return stated.at(-1) !== "denied"
}

function consentIn(entry: object): unknown {
  // Tools push the `arguments` of a function, which is no array but looks like one.
  const [command, , values] = Array.from(entry as ArrayLike<unknown>)
  if (command !== "consent" || typeof values !== "object" || values === null) return undefined
  return (values as { analytics_storage?: unknown }).analytics_storage
}
