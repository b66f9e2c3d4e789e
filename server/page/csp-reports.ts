import type { FastifyInstance } from "fastify"
import { ApiError } from "#contracts/messages.ts"
import { isPaymentAddress } from "#contracts/screens.ts"
import { limitedAddress } from "#platform/rate-limits/limited-address.ts"
import type { RateLimits } from "#platform/rate-limits/rate-limits.ts"
import type { SiteAt } from "#server/calls/sites.ts"
import type { createCspReports, Kept, SentReport } from "#services/brands/csp-reports.ts"
import { reportPath } from "./content-security-policy.ts"

/** Largest size of a batch of reports, in bytes. */
const bodyLimit = 50_000
/** Most reports stored per body; browsers repeat the rest. */
const mostReports = 20
/** An office shares one address, and a page with a broken tool sends a few dozen reports. */
const limitOfAddress = { calls: 100, minutes: 10 }
const limitOfClient = { calls: 2_000, minutes: 10 }

/**
 * Receives reports of policy violations, in the two formats that browsers send. Ignores cookies and
 * names, and logs nothing of the body. Anyone can send anything, so reports are cleaned before they
 * are stored, counted by kind, and limited.
 */
export function serveCspReports(
  app: FastifyInstance,
  {
    siteAt,
    rateLimits,
    keep,
    count,
  }: {
    siteAt: SiteAt
    rateLimits: RateLimits
    keep: ReturnType<typeof createCspReports>["keep"]
    count: (report: { directive: string; disposition: string; kept: Kept }) => void
  },
): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    for (const type of ["application/csp-report", "application/reports+json"]) {
      scope.addContentTypeParser(type, { parseAs: "string", bodyLimit }, (_request, body, parsed) =>
        parsed(null, body),
      )
    }
    scope.post(reportPath, async (request, reply) => {
      const site = await siteAt(request)
      if (!site) throw new ApiError("host.unknown")
      await rateLimits.consume(
        `csp reports ${site.client} ${limitedAddress(request.ip)}`,
        limitOfAddress,
      )
      await rateLimits.consume(`csp reports ${site.client}`, limitOfClient)
      for (const sent of sentReports(request.body)) {
        const { report, kept } = await keep(site, sent)
        count({ ...report, kept })
        const isAlarming = report.disposition === "enforce" && isPaymentAddress(report.document)
        if (kept !== "counted" && isAlarming) {
          const { client } = site
          request.log.warn({ client, ...report }, "A payment page was refused something new.")
        }
      }
      return await reply.code(204).header("cache-control", "no-store").send()
    })
    done()
  })
}

/** Errors: `request.malformed` if the body has neither format. */
function sentReports(body: unknown): SentReport[] {
  const parsed = parse(body)
  if (Array.isArray(parsed)) {
    return parsed
      .slice(0, mostReports)
      .filter((one) => isObject(one) && one.type === "csp-violation" && isObject(one.body))
      .map(({ body: told }) => ({
        directive: told.effectiveDirective,
        blocked: told.blockedURL,
        document: told.documentURL,
        source: told.sourceFile,
        disposition: told.disposition,
      }))
  }
  const told = isObject(parsed) ? parsed["csp-report"] : undefined
  if (!isObject(told)) throw new ApiError("request.malformed")
  return [
    {
      directive: told["effective-directive"] ?? told["violated-directive"],
      blocked: told["blocked-uri"],
      document: told["document-uri"],
      source: told["source-file"],
      disposition: told.disposition,
    },
  ]
}

function parse(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null
}
