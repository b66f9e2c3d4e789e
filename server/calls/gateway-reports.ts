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
  gateway: PaymentGateway
  report: (report: GatewayReport | MethodReport | FraudWarning) => Promise<void>
}

/**
 * Receives the reports of the payment gateway about charges and methods. The signature over the
 * unchanged body proves that a report is genuine. The gateway repeats a report until the answer is
 * 204.
 */
export function serveGatewayReports(app: FastifyInstance, { gateway, report }: Options): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, parsed) => {
      parsed(null, body)
    })
    scope.post<{ Body: Buffer }>(`/gateway-reports/${gateway.name}`, async (request, reply) => {
      try {
        const read = await gateway.readReport(
          plain(request.headers),
          request.body ?? Buffer.alloc(0),
        )
        const places = unstorablePlaces(read)
        if (places.length > 0) return await reply.code(400).send({ fields: places.join(", ") })
        if (read) await report(read)
        return await reply.code(204).send()
      } catch (error) {
        if (!(error instanceof ReportRefused)) throw error
        request.log.warn({ gateway: gateway.name }, "A report was not the gateway's.")
        return await reply.code(401).send()
      }
    })
    done()
  })
}

function plain(headers: Record<string, string | string[] | undefined>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
}
