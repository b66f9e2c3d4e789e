import type { Endpoints } from "#contracts/endpoints.ts"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { housekeepingJob } from "#platform/jobs/housekeeping-job.ts"
import { createJobs } from "#platform/jobs/jobs.ts"
import { emailDeliveryJob } from "#ports/mail/email-delivery-job.ts"
import { deleteFinishedEmails } from "#ports/mail/outbox.ts"
import { createAuditSubject } from "#services/audit/audit-subject.ts"
import { createBrands } from "#services/brands/brands.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps, Log } from "#services/deps.ts"
import { createIdentity } from "#services/identity/identity.ts"
import { createPayments } from "#services/payments/payments.ts"
import { createProducts } from "#services/products/products.ts"
import { createProfile } from "#services/profile/profile.ts"
import { createStaff } from "#services/staff/staff.ts"
import { openAdapters } from "./adapters/adapters.ts"
import { logInBySite } from "./calls/log-in.ts"
import type { Config } from "./config/config.ts"
import { createSiteAddresses } from "./config/site-addresses.ts"

interface Started {
  config: Config
  database: Database
  clock: Clock
  log: Log
}

/** Chooses the adapters and creates the subjects. Errors: those of `openAdapters`. */
export async function wire({ config, database, clock, log }: Started) {
  const { transport, paymentGateway, ...adapters } = await openAdapters(
    config,
    database,
    clock,
    log,
  )
  const { rateLimits, seal } = adapters
  const jobs = createJobs({ log })
  const emailDelivery = jobs.add(emailDeliveryJob({ database, transport, seal, clock, log }))
  const addresses = createSiteAddresses(config)
  const brands = createBrands({
    database,
    clock,
    addressOf: addresses.of,
    checks: {
      database: database.answers,
      "account system": adapters.policyAdmin.available,
      "document store": adapters.documentStore.available,
      "payment gateway": paymentGateway.gateway.available,
    },
  })
  const { clients, content, cspReports, localize } = brands
  const deps: Deps = {
    ...adapters,
    database,
    clock,
    log,
    gateway: paymentGateway.gateway,
    wakeEmail: emailDelivery.wake,
    brands: brands.lookup,
    brandOf: brands.lookup.brandOf,
    localize,
    contents: content.byTitles,
    alertsTo: config.alertsTo,
    secondFactorForAll: config.staffSecondFactor,
  }

  const identity = createIdentity(deps)
  const profile = createProfile(deps, identity)
  const products = createProducts(deps)
  const payments = createPayments(deps, profile.transactionEmails)
  const staff = createStaff(deps, {
    identity,
    contactChanges: profile.contactChanges,
    byConfirmationNumber: payments.byConfirmationNumber,
  })
  const auditSubject = createAuditSubject(deps)
  const tidies = [
    rateLimits.forgetOld,
    () => deleteFinishedEmails(database, clock),
    ...identity.tidies,
    ...staff.tidies,
    ...profile.tidies,
    ...brands.tidies,
  ]
  const tidying = housekeepingJob({ clock, tidies })
  jobs.start([...payments.jobs, ...profile.jobs, tidying, ...auditSubject.jobs])
  const handlers: Handlers<Endpoints> = {
    ...brands.handlers,
    ...identity.handlers,
    ...staff.handlers,
    ...logInBySite({ customers: identity.logIn, staff: staff.logIn }).handlers,
    ...products.handlers,
    ...payments.handlers,
    ...profile.handlers,
    ...auditSubject.handlers,
  }

  return {
    handlers,
    clients,
    addresses,
    content,
    cspReports,
    localize,
    rateLimits,
    consumeCaptcha: identity.consumeCaptcha,
    recordRefusedCall: auditSubject.auditRefusedCall,
    findSession: identity.findSession,
    paymentGateway,
    payments,
    jobMetrics: jobs.metrics,
    billingRun: payments.billingRun,
    unsubscribeByLink: profile.unsubscribeByLink,
    listening(ownAddress: string, port: number) {
      addresses.listening(port)
      paymentGateway.listening(ownAddress)
      if (config.billingRun) jobs.start([payments.billingJob])
    },
    ready: database.takesWrites,
    async stop() {
      await payments.stop()
      await jobs.stop()
      transport.close()
      await paymentGateway.close()
    },
  }
}
