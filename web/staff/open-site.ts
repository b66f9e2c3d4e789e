import { call } from "#web/calls/api.ts"
import { tellOrigin } from "#web/identity/session-transfer/tell-origin.ts"

/**
 * Opens the customer's site in a tab of its own, where the agent acts for them. The tab opens at
 * the press, because one that opens later is taken for an advertisement.
 *
 * Errors: `CallError`; no tab is left behind then.
 */
export async function openSite(userId: string): Promise<void> {
  const tab = window.open("", "_blank")
  try {
    const key = "POST /myaccount-core/agent/impersonate/{userId}"
    const { siteURL } = await call(key, {}, { params: { userId } })
    tellOrigin()
    if (!tab) {
      location.assign(siteURL)
      return
    }
    // The customer's site is to have no hold on this one.
    tab.opener = null
    tab.location.replace(siteURL)
  } catch (error) {
    tab?.close()
    throw error
  }
}
