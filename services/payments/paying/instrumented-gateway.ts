import { unstorablePlaces } from "#contracts/storable-text.ts"
import type { AdapterMetrics } from "#platform/http/adapter-metrics.ts"
import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import {
  createGateways,
  GatewayAway,
  GatewaySilent,
  type Gateways,
  type PaymentGateway,
} from "#ports/payment-gateway/port.ts"
import type { Deps } from "#services/deps.ts"

type Operation =
  | "prepareBank"
  | "keep"
  | "renew"
  | "change"
  | "forget"
  | "charge"
  | "find"
  | "cancel"
  | "lookUp"
  | "refund"
  | "refundsOf"

/**
 * Returns the answer. Errors: `GatewaySilent` for text that a database cannot store: it counts as
 * no answer, and the gateway is asked again.
 */
function storable<Answer>(answer: Answer): Answer {
  const places = unstorablePlaces(answer)
  if (places.length === 0) return answer
  throw new GatewaySilent(`The payment gateway's answer cannot be stored: ${places.join(", ")}.`)
}

/**
 * The gateways, with every call timed. Calls that one does not accept are counted and logged for
 * the operator.
 */
export function createInstrumentedGateways(
  { gateways, log }: Pick<Deps, "gateways" | "log">,
  away: Pick<PaymentMetrics, "gatewayAway">,
  seconds: Pick<AdapterMetrics, "gateway">,
): Gateways {
  const all = gateways.all.map((gateway) => instrumented(gateway, log, away, seconds))
  return createGateways(all, gateways.nameOf)
}

function instrumented(
  gateway: PaymentGateway,
  log: Deps["log"],
  { gatewayAway }: Pick<PaymentMetrics, "gatewayAway">,
  { gateway: seconds }: Pick<AdapterMetrics, "gateway">,
): PaymentGateway {
  function count(error: unknown): never {
    if (error instanceof GatewayAway) {
      gatewayAway.inc()
      log.warn(
        { gateway: gateway.name, reason: error.message },
        "The payment gateway is away or refuses our requests.",
      )
    }
    throw error
  }

  /** Times and counts the calls of one operation. */
  function timed<Name extends Operation>(operation: Name): PaymentGateway[Name] {
    const ask = gateway[operation] as (...of: unknown[]) => Promise<unknown>
    const asked = async (...of: unknown[]) => {
      const end = seconds.startTimer({ operation })
      try {
        const answer = storable(await ask(...of))
        end({ result: "answered" })
        return answer
      } catch (error) {
        end({ result: error instanceof GatewayAway ? "away" : "failed" })
        return count(error)
      }
    }
    return asked as PaymentGateway[Name]
  }

  async function* countedList<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
    try {
      for await (const item of items) yield storable(item)
    } catch (error) {
      count(error)
    }
  }

  return {
    ...gateway,
    prepareBank: timed("prepareBank"),
    keep: timed("keep"),
    renew: timed("renew"),
    change: timed("change"),
    forget: timed("forget"),
    charge: timed("charge"),
    find: timed("find"),
    cancel: timed("cancel"),
    lookUp: timed("lookUp"),
    refund: timed("refund"),
    refundsOf: timed("refundsOf"),
    charges: (period) => countedList(gateway.charges(period)),
    movements: (of) => countedList(gateway.movements(of)),
    payouts: (of) => countedList(gateway.payouts(of)),
  }
}
