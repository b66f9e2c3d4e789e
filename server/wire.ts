import type { Endpoints } from "#contracts/endpoints.ts"
import { housekeepingJob } from "#platform/jobs/housekeeping-job.ts"
import { createSmtpTransport } from "#ports/mail/smtp.ts"
import { createAuditSubject } from "#services/audit/audit-subject.ts"
import type { Handlers } from "#services/call-request.ts"
import { createEvents } from "#services/events/events.ts"
import { createIdentity } from "#services/identity/identity.ts"
import { createPayments } from "#services/payments/payments.ts"
import { createPrivacy } from "#services/privacy/privacy.ts"
import { createProducts } from "#services/products/products.ts"
import { createProfile } from "#services/profile/profile.ts"
import { createStaff } from "#services/staff/staff.ts"
import { signInBySite } from "./calls/sign-in.ts"
import { openDeps } from "./open-deps.ts"
import type { Start } from "./start.ts"
import { createWatch } from "./watch/watch.ts"

/** Creates the subjects and starts their jobs. Errors: a missing SMTP_URL; those of `openDeps`. */
export async function wire(start: Start) {
  const { smtpUrl, mailFrom } = start.config
  if (smtpUrl === undefined) {
    throw new Error("SMTP_URL is not set: without it no one-time code reaches anyone.")
  }
  const opened = await openDeps(start, createSmtpTransport({ url: smtpUrl, from: mailFrom }))
  const { deps, sharedTime, brands, addresses, jobs, paymentGateway, forgetCached, idle, close } =
    opened
  const { clock, rateLimits } = deps
  const identity = createIdentity(deps)
  const profile = createProfile(deps, identity)
  const payments = createPayments(deps, profile.optionalEmails)
  const products = createProducts(deps, payments.noticesOf, payments.coverageOf)
  const { contactChanges } = profile
  const audit = createAuditSubject(deps)
  const events = createEvents(deps, start.config.events, { identity, payments, forgetCached })
  const watch = createWatch(deps, start.config, { jobs, payments, events, brands, sharedTime })
  const staff = createStaff(deps, { identity, contactChanges, payments, watched: watch.status })

  const handlers: Handlers<Endpoints> = {
    ...brands.handlers,
    ...identity.handlers,
    ...staff.handlers,
    ...signInBySite({ customers: identity.beginSignIn, staff: staff.beginSignIn }).handlers,
    ...products.handlers,
    ...payments.handlers,
    ...profile.handlers,
    ...audit.handlers,
  }
  const cleanups = [
    ...opened.cleanups,
    ...[identity, staff, profile, brands, events, payments].flatMap((subject) => subject.cleanups),
  ]
  jobs.start([
    ...[...payments.jobs, ...profile.jobs, ...audit.jobs, ...events.jobs, ...staff.jobs],
    ...[...createPrivacy(deps).jobs, ...watch.jobs, ...opened.lookForChanges],
    housekeepingJob({ clock, cleanups, retention: start.config.retention }),
  ])

  return {
    handlers,
    brands,
    payments,
    localize: deps.localize,
    ...{ rateLimits, addresses, paymentGateway, idle },
    consumeCaptcha: identity.consumeCaptcha,
    findSession: identity.findSession,
    recordRefusedCall: audit.auditRefusedCall,
    unsubscribeByLink: profile.unsubscribeByLink,
    receiveEvent: events.receive,
    endProviderSessions: staff.endProviderSessions,
    watch,
    hasRightTime: sharedTime.isRight,
    /** Call this once the server listens: only then can a gateway that is part of it be reached. */
    listening(ownAddress: string, port: number) {
      addresses.listening(port)
      paymentGateway.listening(ownAddress)
      jobs.start([payments.sweepJob])
      if (start.config.billingRun) jobs.start([payments.billingJob])
    },
    async stop() {
      await payments.stop()
      await close()
    },
  }
}
