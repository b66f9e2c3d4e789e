import type { Endpoints } from "#contracts/endpoints.ts"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { housekeepingJob } from "#platform/jobs/housekeeping-job.ts"
import { createJobs } from "#platform/jobs/jobs.ts"
import { emailDeliveryJob } from "#ports/mail/email-delivery-job.ts"
import { deleteFinishedEmails } from "#ports/mail/outbox.ts"
import { auditEndsJob } from "#services/audit/audit-ends-job.ts"
import { createRefusedCalls } from "#services/audit/refused-calls.ts"
import { createBrands } from "#services/brands/brands.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps, Log } from "#services/deps.ts"
import { createCaptcha } from "#services/identity/captcha/captcha.ts"
import { createProof } from "#services/identity/codes/step-up-code.ts"
import { createCredentials } from "#services/identity/credentials/credentials.ts"
import { securityQuestionHandlers } from "#services/identity/credentials/security-questions.ts"
import type { PeopleNeeds } from "#services/identity/needs.ts"
import { createRecovery } from "#services/identity/recovery/recovery.ts"
import { createResetPassword } from "#services/identity/recovery/reset-password.ts"
import { createRegistration } from "#services/identity/registration/registration.ts"
import { createSessionTransfer } from "#services/identity/session-transfer/session-transfer.ts"
import { createSessions } from "#services/identity/sessions/sessions.ts"
import { createSignIn } from "#services/identity/sign-in/sign-in.ts"
import { createSignInLinks } from "#services/identity/sign-in/sign-in-links.ts"
import { identityTidy } from "#services/identity/tidies.ts"
import { createEmailGuard } from "#services/profile/new-email/email-guard.ts"
import { createStaffPasswords } from "#services/staff/accounts/staff-passwords.ts"
import { createStaffStanding } from "#services/staff/accounts/staff-standing.ts"
import { createSecondFactor } from "#services/staff/second-factor/second-factor.ts"
import { openAdapters } from "./adapters/adapters.ts"
import type { Config } from "./config/config.ts"
import { createSiteAddresses } from "./config/site-addresses.ts"
import { wireMyaccountCore } from "./wire-myaccount-core.ts"

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
  const { audit, auditLog, rateLimits, seal } = adapters
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

  const staffMay = createStaffStanding(deps)
  const sessions = createSessions({ ...deps, staffMay })
  const captcha = createCaptcha(deps)
  const emailGuard = createEmailGuard({ clock, auditLog })
  const people: PeopleNeeds & Deps = {
    ...deps,
    isAddressHeld: (person) => emailGuard.isHeld(database, person),
  }
  const secondFactor = createSecondFactor(people)
  const staffPasswords = createStaffPasswords(people)
  const signInLinks = createSignInLinks(people)
  const registration = createRegistration({ ...people, sendSignInLink: signInLinks.send })
  const signIn = createSignIn({
    ...people,
    sendSignInLink: signInLinks.send,
    resendForRegistration: registration.resend,
    beginSecondFactor: secondFactor.begin,
    beginNewPassword: staffPasswords.begin,
  })
  const recovery = createRecovery({ ...people, sendSignInLink: signInLinks.send })
  const resetPassword = createResetPassword(people)
  const sessionTransfer = createSessionTransfer({
    ...people,
    staffMay,
    unionHost: deps.brands.unionHost,
  })
  const core = wireMyaccountCore({
    ...people,
    transferSession: sessionTransfer.make,
    emailGuard,
  })
  const tidies = [
    rateLimits.forgetOld,
    () => deleteFinishedEmails(database, clock),
    identityTidy({ database, clock }),
    ...core.tidies,
    secondFactor.forgetOldAttempts,
    ...brands.tidies,
  ]
  const tidying = housekeepingJob({ clock, tidies })
  jobs.start([...core.jobs, tidying, auditEndsJob({ database, log })])
  const handlers: Handlers<Endpoints> = {
    ...brands.handlers,
    ...captcha.handlers,
    ...securityQuestionHandlers,
    ...signIn.handlers,
    ...signInLinks.handlers,
    ...secondFactor.handlers,
    ...staffPasswords.handlers,
    ...sessions.handlers,
    ...createProof(people).handlers,
    ...sessionTransfer.handlers,
    ...registration.handlers,
    ...recovery.handlers,
    ...resetPassword.handlers,
    ...createCredentials(people).handlers,
    ...core.handlers,
  }

  return {
    handlers,
    clients,
    addresses,
    content,
    cspReports,
    localize,
    rateLimits,
    consumeCaptcha: captcha.consume,
    recordRefusedCall: createRefusedCalls({ database, audit, rateLimits }),
    findSession: sessions.find,
    paymentGateway,
    payments: core.payments,
    billingRun: core.billingRun,
    jobMetrics: jobs.metrics,
    unsubscribeByLink: core.unsubscribeByLink,
    listening(ownAddress: string, port: number) {
      addresses.listening(port)
      paymentGateway.listening(ownAddress)
      if (config.billingRun) core.startBilling()
    },
    ready: database.takesWrites,
    async stop() {
      await core.stop()
      await jobs.stop()
      transport.close()
      await paymentGateway.close()
    },
  }
}
