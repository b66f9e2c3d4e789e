import { X509Certificate } from "node:crypto"
import { type Clock, systemClock } from "#platform/clock.ts"
import type { AdapterMetrics } from "#platform/http/adapter-metrics.ts"
import { remembered } from "#platform/remembered.ts"
import { operations } from "../contract/operations.ts"
import type { PolicyAdmin } from "../port.ts"
import { createHttpAsk, type HttpLog } from "./ask.ts"
import { withBilledAmounts } from "./billed-amounts.ts"
import { withMailableAddresses } from "./mailable-addresses.ts"
import { portOver } from "./port-over.ts"
import { createSend, openConnections, type Tls } from "./send.ts"
import { type Credentials, createTokens } from "./tokens.ts"

export interface HttpPolicyAdminConfig {
  /** The base address of the contract, without a slash at its end. */
  url: string
  credentials: Credentials
  tls?: Tls
}

export interface HttpPolicyAdmin extends PolicyAdmin {
  /** Closes the connections after the pending requests. */
  close(): Promise<void>
}

/** The operator's account system, over the contract of `contract/operations.ts`. */
export function createHttpPolicyAdmin(
  { url, credentials, tls }: HttpPolicyAdminConfig,
  { log, clock = systemClock, metrics }: { log: HttpLog; clock?: Clock; metrics?: AdapterMetrics },
): HttpPolicyAdmin {
  const connections = openConnections(tls)
  if (tls?.cert) {
    const { validToDate } = new X509Certificate(tls.cert)
    metrics?.certificateEnds.set(
      { setting: "POLICY_ADMIN_TLS_CERT" },
      validToDate.getTime() / 1_000,
    )
  }
  const tokens = createTokens(credentials, connections, clock)
  const ask = createHttpAsk(createSend(url, tokens, connections), log, metrics)

  const port = withMailableAddresses(withBilledAmounts(portOver(ask), log, metrics), log)
  const mostMs = operations.available.seconds * 1_000
  const available = remembered(port.available, { holdsMs: 1_000, mostMs })

  return {
    ...port,
    available: async () => (await available()) ?? false,
    close: () => connections.close(),
  }
}
