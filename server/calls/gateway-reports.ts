import type { FastifyInstance } from "fastify"
import { unstorablePlaces } from "#contracts/storable-text.ts"
import {
  type FraudWarning,
  type GatewayReport,
  type MethodReport,
  type PaymentGateway,
  ReportRefused,
} from "#ports/payment-gateway/port.ts"

interface Options {
  gateways: readonly PaymentGateway[]
  report: (
    report: GatewayReport | MethodReport | FraudWarning,
    gateway: PaymentGateway["name"],
  ) => Promise<void>
}

/**
 * The path for the reports of a gateway, such as /gateway-reports/stripe/acct_1A2b for
 * stripe:acct_1A2b.
 */
export function reportPath(gateway: PaymentGateway["name"]): string {
  return `/gateway-reports/${gateway.replace(":", "/")}`
}

/**
 * Receives the reports of each account with the payment gateway about its charges and methods, at a
 * path of its own. The signature over the unchanged body, made with a secret of this account,
 * proves that a report is genuine. The gateway repeats a report until the answer is 204.
 */
export function serveGatewayReports(app: FastifyInstance, { gateways, report }: Options): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, parsed) => {
      parsed(null, body)
    })
    for (const gateway of gateways) {
      scope.post<{ Body: Buffer }>(reportPath(gateway.name), async (request, reply) => {
        try {
          const body = request.body ?? Buffer.alloc(0)
          const read = await gateway.readReport(plain(request.headers), body)
          const places = unstorablePlaces(read)
          if (places.length > 0) return await reply.code(400).send({ fields: places.join(", ") })
          if (read) await report(read, gateway.name)
          return await reply.code(204).send()
        } catch (error) {
          if (!(error instanceof ReportRefused)) throw error
          request.log.warn({ gateway: gateway.name }, "A report was not the gateway's.")
          return await reply.code(401).send()
        }
      })
    }
    done()
  })
}

function plain(headers: Record<string, string | string[] | undefined>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
}
