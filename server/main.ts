import cookie from "@fastify/cookie"
import Fastify from "fastify"
import { type Clock, systemClock } from "#platform/clock.ts"
import { pathAsked, refuseBadHosts } from "#platform/http/asked-host.ts"
import { callLog, childLoggerFactory, keepCallContext } from "#platform/http/call-context.ts"
import { refuseCardNumbers } from "#platform/http/card-numbers.ts"
import { createDraining } from "#platform/http/draining.ts"
import { setCommonHeaders } from "#platform/http/headers.ts"
import { serializers } from "#platform/http/log.ts"
import { serveMetrics } from "#platform/http/metrics.ts"
import { readClientAddresses } from "#platform/http/trusted-proxies.ts"
import { answerUnreadable, newRequestId } from "#platform/http/unreadable.ts"
import { type Scheduler, timers } from "#platform/jobs/scheduler.ts"
import { version } from "#platform/version.ts"
import type { BillingRun } from "#services/payments/auto-pay/billing-run.ts"
import type { Sweep } from "#services/payments/reconciliation/sweep.ts"
import { serveAccountSystemEvents } from "./calls/account-system-events.ts"
import { answerUnroutable, handleErrors } from "./calls/errors.ts"
import { serveGatewayReports } from "./calls/gateway-reports.ts"
import { createHashingLines } from "./calls/hashing-lines.ts"
import { serveHealth, serveOpenApi } from "./calls/health.ts"
import { mount } from "./calls/mount.ts"
import { serveOneClickUnsubscribe } from "./calls/one-click-unsubscribe.ts"
import { serveProviderLogout } from "./calls/provider-logout.ts"
import { createSiteAt } from "./calls/sites.ts"
import type { FindCommand } from "./commands/operator-command.ts"
import { serveCommands } from "./commands/serve-commands.ts"
import { readCommandLine, runCommandLine } from "./config/command-line.ts"
import { readConfig } from "./config/config.ts"
import { serveAuthenticated } from "./page/authenticated-page.ts"
import { serveBrandFiles } from "./page/brand-files.ts"
import { serveCspReports } from "./page/csp-reports.ts"
import { serveDocs } from "./page/docs-page.ts"
import { servePages } from "./page/page.ts"
import { earlierFileOf, serveRelease } from "./page/releases.ts"
import { builtWeb, type WebSource } from "./page/web.ts"
import { serveWellKnown } from "./page/well-known.ts"
import { servePreviews } from "./preview/preview-page.ts"
import { createShownSite } from "./preview/shown-site.ts"
import { runServer } from "./run.ts"
import type { Start } from "./start.ts"
import { openAdmin } from "./watch/admin.ts"
import { wire } from "./wire.ts"

/** Bytes. No call needs a larger body. */
const bodyLimit = 100_000

export interface RunningServer {
  port: number
  /** The port of metrics and health checks; undefined if `port` serves the metrics. */
  adminPort: number | undefined
  /** Address of a site on this server, such as http://harbor.localhost:3000. */
  origin(host: string): string
  /** Runs the day's billing now; see `createBillingRun`. */
  billingRun: BillingRun["run"]
  /** Compares our payments with the gateway now; see `createSweep`. */
  sweep: Sweep["run"]
  /** Resolves when the calls so far have no work in progress except that of jobs. */
  idle(): Promise<void>
  /**
   * Makes `/readyz` return 503, and each answer close its connection. Requests are still served.
   */
  drain(): void
  /**
   * Finishes the calls and emails in progress, and stops. The database stays open, because the
   * caller opened it.
   */
  close(): Promise<void>
}

/**
 * Starts serving on `config.port` (0: any free one) over a database that is already migrated.
 *
 * Errors: missing configuration, a port in use, a missing build.
 */
export async function startServer({
  config,
  database,
  clock = systemClock,
  databaseTime,
  scheduler = timers,
  web,
  logTo,
  costs,
  findCommand,
  policyAdmin,
}: Pick<Start, "config" | "database" | "costs" | "policyAdmin" | "databaseTime"> & {
  clock?: Clock
  scheduler?: Scheduler
  web?: WebSource
  /** Operator commands that this server runs while it holds the database (PGlite). */
  findCommand?: FindCommand
  /** The destination of the log instead of standard output. */
  logTo?: NodeJS.WritableStream
}): Promise<RunningServer> {
  const isSecure = config.siteAddress?.startsWith("https:") === true
  const app = Fastify({
    genReqId: newRequestId,
    logger: {
      level: config.logLevel,
      serializers,
      ...(logTo && { stream: logTo }),
    },
    childLoggerFactory,
    bodyLimit,
    // Fastify reads only the caller's address from the headers that proxies add: see asked-host.ts.
    trustProxy: config.trustProxy,
    rewriteUrl: pathAsked,
    clientErrorHandler: answerUnreadable,
    frameworkErrors(error, request, reply) {
      setCommonHeaders(request, reply, isSecure)
      answerUnroutable(error, request, reply)
    },
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: "idle",
    // Requests on open connections are answered normally while the listener closes.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  })
  app.log.info({ version }, "My Account starts")
  // Accepts only JSON bodies: another site could send a form or plain text without permission.
  app.removeContentTypeParser("text/plain")
  readClientAddresses(app)
  keepCallContext(app)
  refuseCardNumbers(app)
  app.addHook("onRequest", async (request, reply) => {
    setCommonHeaders(request, reply, isSecure)
  })
  refuseBadHosts(app)
  await app.register(cookie)

  const draining = createDraining(app)

  const source = web ?? (await builtWeb())
  await serveRelease(app, { database, web: source })
  const given = {
    ...(costs && { costs }),
    ...(policyAdmin && { policyAdmin }),
    ...(databaseTime && { databaseTime }),
  }
  const wired = await wire({
    ...{ config, database, clock, scheduler, log: callLog(app.log) },
    ...given,
  })
  const { siteAt, lastSiteAt } = createSiteAt(wired.brands.clients.siteByHost, config.trustProxy)
  const { previews } = wired.brands
  const { shownSiteAt, previewAt } = createShownSite({
    ...{ siteAt, previews, addresses: wired.addresses },
    trusts: config.trustProxy,
  })
  handleErrors(app, {
    ...{ localize: wired.localize, siteAt, lastSiteAt, onTooMany: wired.watch.countTooMany },
    plannedEndTextOf: wired.brands.lookup.plannedEndTextOf,
    phoneNumberOf: wired.brands.lookup.phoneNumberOf,
  })
  const ready = async () =>
    !draining.isOn() && wired.hasRightTime() && (await database.takesWrites())
  const admin = openAdmin(config.admin, { log: app.log, ready })
  serveMetrics(app, {
    ...(admin && { at: admin.app }),
    token: config.metricsToken,
    others: wired.watch.metrics,
    read: wired.watch.readMetrics,
  })
  const hashingLines = createHashingLines()
  mount(app, {
    ...wired,
    siteAt,
    shownSiteAt,
    clock,
    hashingLines,
    checkReplies: !config.production,
  })
  await wired.paymentGateway.serve(app)
  serveGatewayReports(app, {
    gateways: wired.paymentGateway.gateways,
    report: wired.payments.report,
  })
  serveAccountSystemEvents(app, wired.receiveEvent)
  serveProviderLogout(app, wired)
  serveOneClickUnsubscribe(app, { ...wired, siteAt })
  serveCspReports(app, {
    siteAt,
    rateLimits: wired.rateLimits,
    keep: wired.brands.cspReports.keep,
    count: wired.watch.countCspReport,
  })
  serveHealth(app, ready)
  serveOpenApi(app)
  serveDocs(app)
  serveAuthenticated(app)
  const { addresses } = wired
  serveWellKnown(app, { siteAt, addresses, clock, securityContact: config.securityContact })
  servePreviews(app, { previews, addresses, trusts: config.trustProxy, now: clock.now })
  serveBrandFiles(app, { ...wired.brands.clients, siteAt, previewAt, previews })
  await source.serve(app, earlierFileOf(database))
  servePages(app, {
    web: source,
    siteAt: shownSiteAt,
    lastSiteAt,
    trusts: config.trustProxy,
    addresses,
    content: wired.brands.content,
    brandFile: async ({ client, preview }, name) =>
      await (preview ? previews.asset(preview, name) : wired.brands.clients.asset(client, name)),
    gateway: wired.paymentGateway.origins,
    now: clock.now,
  })

  const listen = async () => {
    await admin?.listen()
    await app.listen({ port: config.port, host: config.listenOn })
    if (!findCommand || database.engine !== "PGlite") return async () => {}
    return await serveCommands({ config, database, clock, log: app.log, findCommand })
  }
  const endCommands = await listen().catch(async (error: unknown) => {
    await app.close()
    await admin?.app.close()
    await wired.stop()
    throw error
  })
  const { port } = app.server.address() as { port: number }
  wired.listening(ownAddress(config.listenOn, port), port)
  return {
    port,
    adminPort: admin?.port(),
    origin: wired.addresses.of,
    billingRun: wired.payments.billingRun.run,
    sweep: wired.payments.sweep.run,
    async idle() {
      await wired.payments.idle()
      await wired.idle()
    },
    drain: draining.begin,
    async close() {
      draining.begin()
      await app.close()
      await endCommands()
      await wired.stop()
      await admin?.app.close()
    },
  }
}

/** The address at which the server reaches itself. */
function ownAddress(listenOn: string, port: number): string {
  const isEverywhere = listenOn === "0.0.0.0" || listenOn === "::"
  const host = isEverywhere ? "127.0.0.1" : listenOn
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`
}

if (import.meta.main) {
  const command = {
    usage: `node server/main.ts
Runs the server until SIGTERM. Settings are environment variables: docs/configuration.md lists them.
Exit codes: 0 stopped; 1 it failed, with the reason; 2 a mistyped command, or no database.`,
  }
  await runCommandLine(command, async () => {
    readCommandLine(command)
    const config = readConfig(process.env)
    // Only a server that holds the database needs the commands.
    const findCommand =
      "folder" in config.database
        ? (await import("#commands/commands.ts")).servedCommand
        : undefined
    await runServer(config, (database) =>
      startServer({ config, database, ...(findCommand && { findCommand }) }),
    )
  })
}
