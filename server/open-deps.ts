import { findDatabaseTime } from "#database/database-time.ts"
import { createSignInMetrics } from "#platform/http/sign-in-metrics.ts"
import type { Cleanup } from "#platform/jobs/housekeeping-job.ts"
import { createJobs } from "#platform/jobs/jobs.ts"
import { createSharedTime } from "#platform/shared-time.ts"
import { emailDeliveryJob } from "#ports/mail/email-delivery-job.ts"
import { deleteFinishedEmails } from "#ports/mail/outbox.ts"
import type { EmailTransport } from "#ports/mail/port.ts"
import { createGateways } from "#ports/payment-gateway/port.ts"
import { deleteExpired } from "#ports/policy-admin/cache/cache-age.ts"
import { createCachingPolicyAdmin } from "#ports/policy-admin/cache/caching-policy-admin.ts"
import { createUnshownChanges } from "#ports/policy-admin/unshown/unshown.ts"
import { createBrands } from "#services/brands/brands.ts"
import type { Deps } from "#services/deps.ts"
import { createEventOutbox } from "#services/events/outbox.ts"
import { openAdapters } from "./adapters/adapters.ts"
import { openStaffProviders } from "./adapters/staff-providers.ts"
import { createSiteAddresses } from "./config/site-addresses.ts"
import type { Start } from "./start.ts"

/**
 * Opens the adapters and creates the objects that all subjects share. `close` ends the jobs first,
 * then the adapters. Without `transport`, emails are written and wait in the outbox for a server
 * that sends them. Errors: those of `openAdapters`.
 */
export async function openDeps(start: Start, transport?: EmailTransport & { close(): void }) {
  const { config, database, clock, log, scheduler } = start
  const { databaseTime = () => findDatabaseTime(database) } = start
  const sharedTime = createSharedTime({ clock, databaseTime, log })
  // If the database is unavailable now, the comparison happens later, and the server is not ready
  // until then.
  await sharedTime.compare().catch(() => undefined)
  const addresses = createSiteAddresses(config)
  const opened = await openAdapters(start, addresses)
  const { isPolicyAdminElsewhere, closePolicyAdmin, previewKeys, ...others } = opened
  const { paymentGateway, closeReplica, ...adapters } = others
  const jobs = createJobs({ log, scheduler, sharedTime })
  jobs.add(sharedTime.job)
  const { seal, policyAdmin, documentStore } = adapters
  const emailDelivery =
    transport &&
    jobs.add(
      emailDeliveryJob({
        ...{ database, transport, seal, clock, log },
        metrics: adapters.adapterMetrics,
      }),
    )
  const staffSignIn = {
    providers: openStaffProviders(config.staffProviders),
    allowsLocalAccounts: config.staffLocalAccounts,
  }
  const brands = createBrands({
    database,
    clock,
    staffSignIn,
    addressOf: addresses.of,
    previewKeys,
    checks: {
      database: database.answers,
      "account system": policyAdmin.available,
      "document store": documentStore.available,
      "payment gateway": async () => {
        const answers = paymentGateway.gateways.map(({ available }) => available())
        return (await Promise.all(answers)).every(Boolean)
      },
    },
  })
  const { todayOf, stripeAccountOf } = brands.lookup
  const gateways = createGateways(paymentGateway.gateways, async (client) =>
    paymentGateway.nameFor(await stripeAccountOf(client)),
  )
  const unshown = isPolicyAdminElsewhere
    ? createUnshownChanges({
        ...{ inner: policyAdmin, database, clock, todayOf },
        async reasonOf(client) {
          const { content } = await brands.localize(client, "profile.beingSaved")
          return content.join(" ")
        },
      })
    : undefined
  const kept = unshown
    ? createCachingPolicyAdmin({
        ...adapters,
        ...{ database, clock, log },
        hoursOf: brands.lookup.keptDataHoursOf,
        reasonOf: async (client) => {
          const phoneNumber = await brands.lookup.phoneNumberOf(client)
          const { content } = await brands.localize(client, "accountSystem.paused", { phoneNumber })
          const time = await brands.lookup.plannedEndTextOf(client)
          if (!time) return content.join(" ")
          const planned = await brands.localize(client, "accountSystem.planned", { time })
          return [...planned.content, ...content].join(" ")
        },
        inner: unshown.policyAdmin,
      })
    : undefined
  const deps: Deps = {
    ...adapters,
    ...(kept && { policyAdmin: kept.policyAdmin }),
    ...{ database, clock, log, gateways },
    sharedTime: sharedTime.now,
    signInMetrics: createSignInMetrics(),
    wakeEmail: () => emailDelivery?.wake(),
    events: createEventOutbox(clock, config.events.endpoints, { checks: !config.production }),
    brands: brands.lookup,
    brandOf: brands.lookup.brandOf,
    localize: brands.localize,
    contents: brands.content.byTitles,
    alertsTo: config.alertsTo,
    secondFactorForAll: config.staffSecondFactor,
    staffSignIn,
  }
  async function idle() {
    await kept?.idle()
  }
  async function close() {
    await jobs.stop()
    await idle()
    transport?.close()
    await paymentGateway.close()
    await closePolicyAdmin()
    await closeReplica()
  }
  const cleanups: Cleanup[] = [
    deps.rateLimits.forgetOld,
    ({ emails }) => deleteFinishedEmails(database, emails),
    ...(unshown ? [unshown.cleanUp] : []),
    () => deleteExpired({ database, clock, hours: deps.brands.keptDataHoursByClient }),
  ]
  const { forget: forgetCached } = kept ?? {}
  return {
    deps,
    sharedTime,
    brands,
    addresses,
    jobs,
    cleanups,
    lookForChanges: unshown ? [unshown.job] : [],
    paymentGateway,
    forgetCached,
    idle,
    close,
  }
}
