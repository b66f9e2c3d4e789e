import { createGateways, type Gateways } from "./gateways.ts"
import type { PaymentGateway } from "./port.ts"

/** A single account, which all clients use. */
export function onlyGateway(gateway: PaymentGateway): Gateways {
  return createGateways([gateway], async () => gateway.name)
}
