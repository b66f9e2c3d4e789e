import { randomBytes } from "node:crypto"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { FastifyInstance } from "fastify"
import type { Clock } from "#platform/clock.ts"
import { askedHosts } from "#platform/http/asked-host.ts"
import type { TrustsProxy } from "#platform/http/trusted-proxies.ts"
import { type PaymentGateway, stripeGatewayName } from "#ports/payment-gateway/port.ts"
import { openLedger } from "#ports/payment-gateway/sandbox/ledger.store.ts"
import { createReporter } from "#ports/payment-gateway/sandbox/reports.ts"
import { sandboxRoutes } from "#ports/payment-gateway/sandbox/routes.ts"
import { createSandboxGateway } from "#ports/payment-gateway/sandbox/sandbox.ts"
import { stripeAddress } from "#ports/payment-gateway/stripe/addresses.ts"
import type { GatewayConfig } from "#server/config/adapter-config.ts"
import type { SiteAddresses } from "#server/config/site-addresses.ts"
import type { GatewayOrigins } from "#server/page/content-security-policy.ts"

type SandboxConfig = Extract<GatewayConfig, { kind: "sandbox" }>

export interface OpenedGateway {
  /** One for each account, beginning with the installation's. */
  gateways: readonly PaymentGateway[]
  /** The name of the gateway for an account at Stripe; null for the installation's. */
  nameFor(stripeAccount: string | null): PaymentGateway["name"]
  /** What payment pages may load of the gateway. Call it once the server listens. */
  origins(): GatewayOrigins
  /** Serves the gateway if it is part of this server. */
  serve(app: FastifyInstance): Promise<void>
  /** Call once the server listens. */
  listening(ownAddress: string): void
  close(): Promise<void>
}

const mountedAt = "/sandbox-gateway"

/** Opens the configured adapter, and the gateway itself if it is part of this server. */
export async function openGateway(config: GatewayConfig, place: Place): Promise<OpenedGateway> {
  switch (config.kind) {
    case "sandbox":
      return openSandbox(config, place)
    case "stripe":
      return await openStripe(config)
    default:
      throw new Error(config satisfies never)
  }
}

const stripeHosts = ["https://js.stripe.com", "https://*.js.stripe.com"]

/** Source: https://docs.stripe.com/security/guide?csp=csp-js */
export const stripeOrigins: GatewayOrigins = {
  scripts: stripeHosts,
  connections: [stripeAddress],
  frames: [...stripeHosts, "https://hooks.stripe.com"],
  images: ["https://*.stripe.com"],
}

/** Stripe's library takes some 40 MB of memory, so it is loaded only where it is used. */
async function openStripe(
  config: Extract<GatewayConfig, { kind: "stripe" }>,
): Promise<OpenedGateway> {
  const { createStripeGateway } = await import("#ports/payment-gateway/stripe/stripe.ts")
  const { accounts, account: ownAccount, at, ...own } = config
  const { timeoutMs, callsPerSecond } = config
  const gateway = createStripeGateway({ ...own, ...at })
  // Stripe limits the calls of each account.
  const others = accounts.map((keys) =>
    createStripeGateway({ ...keys, ...at, timeoutMs, callsPerSecond }),
  )
  return {
    gateways: [gateway, ...others],
    nameFor: (account) =>
      stripeGatewayName(account === null || account === ownAccount ? undefined : account),
    origins: () => (at ? originsAt(at) : stripeOrigins),
    async serve() {},
    listening() {},
    async close() {},
  }
}

/** The origins of a stand-in for Stripe. */
function originsAt({ address, script }: { address: string; script: string }): GatewayOrigins {
  const own = [new URL(script).origin]
  return { scripts: own, connections: [new URL(address).origin], frames: own, images: [] }
}

interface Place {
  clock: Clock
  dataFolder: string
  addresses: Pick<SiteAddresses, "of">
  trusts: TrustsProxy
}

function openSandbox(
  { url, host, secret: known, timeoutMs }: SandboxConfig,
  { clock, dataFolder, addresses, trusts }: Place,
): OpenedGateway {
  const secret = known ?? randomBytes(32).toString("hex")
  let address = url
  // Another origin than every site's, so that no page of ours can read the frames.
  const framesAddress = () => url ?? `${addresses.of(host)}${mountedAt}`
  const gateway = createSandboxGateway({
    address() {
      if (address === undefined) throw new Error("The server does not listen yet.")
      return address
    },
    browserAddress: url ?? mountedAt,
    framesAddress,
    secret,
    timeoutMs,
    clock,
  })
  let reporter: ReturnType<typeof createReporter> | undefined
  let closeLedger = () => {}
  return {
    gateways: [gateway],
    nameFor: () => gateway.name,
    origins() {
      const own = url === undefined ? [] : [new URL(url).origin]
      const frames = [new URL(framesAddress()).origin]
      return { scripts: [], connections: own, frames, images: [] }
    },
    async serve(app) {
      if (url !== undefined) return
      mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
      const ledger = openLedger(join(dataFolder, "sandbox-gateway.sqlite"))
      closeLedger = ledger.close
      reporter = createReporter({ ledger, clock, secret })
      await app.register(async (scope) => {
        // A site of ours could read frames of its own origin.
        scope.addHook("onRequest", async (request, reply) => {
          const isFrame = /\/(frames|banks)\//.test(request.routeOptions.url ?? "")
          if (isFrame && askedHosts(request, trusts)[0] !== host)
            await reply.code(404).send({ reason: "host_unknown" })
        })
        await scope.register(sandboxRoutes, { prefix: mountedAt, ledger, clock, secret })
      })
    },
    listening(ownAddress) {
      address ??= `${ownAddress}${mountedAt}`
      reporter?.sendTo(`${ownAddress}/gateway-reports/sandbox`)
    },
    async close() {
      await reporter?.close()
      closeLedger()
    },
  }
}
