import { useEffect } from "react"
import { useClient } from "#web/brands/init.ts"
import ServiceList from "#web/brands/service-list.tsx"
import { readItem } from "#web/calls/local-storage.ts"
import { accessToken, checkSession } from "#web/identity/session/session.ts"
import { callHelp } from "#web/shell/shell.tsx"
import { removeOldEntries } from "#web/ui/dialog-history.ts"
import { usePath } from "./location.ts"
import { noticeSilentFills } from "./silent-fills.ts"

/** The invisible parts of every screen. They load after the visible ones. */
export default function AfterStart() {
  const initData = useClient()
  // In a separate file: most clients measure nothing.
  useEffect(() => {
    if (!initData.gtmId) return
    const started = import("#web/brands/analytics.ts").then((it) => it.startAnalytics(initData))
    return () => void started.then((stop) => stop())
  }, [initData])

  const path = usePath()
  useEffect(() => {
    if (path !== "/" || accessToken() || !readItem("unseenPayment")) return
    void import("#web/payments/unseen-payment.ts").then((it) => it.notifyAtLogin())
  }, [path])
  useEffect(() => {
    void callHelp.preload()
    removeOldEntries()
    addEventListener("pageshow", checkSession)
    const stopNoticing = noticeSilentFills()
    return () => {
      stopNoticing()
      removeEventListener("pageshow", checkSession)
    }
  }, [])
  return <ServiceList />
}
