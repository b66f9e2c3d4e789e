import { call } from "#web/calls/api.ts"
import { GatewayUnreachable } from "./contract.ts"

/**
 * Reports to our server that the gateway cannot be used from this page, because only the browser
 * sees it. Other errors, and failures of the report, change nothing.
 */
export function reportUnreachable(error: unknown): void {
  if (!(error instanceof GatewayUnreachable)) return
  const { reason } = error
  call("POST /myaccount-core/paymentGateway/failure", { reason }).catch(() => {})
}
