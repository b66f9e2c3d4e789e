import type { Endpoints } from "#contracts/endpoints.ts"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { createSeal } from "#platform/keys/seal.ts"
import { createSecrets } from "#platform/keys/secrets.ts"
import { createLocalize } from "#platform/localize.ts"
import { createRateLimits } from "#platform/rate-limits/rate-limits.ts"
import { createAltcha } from "#ports/captcha/altcha.ts"
import { createOutbox } from "#ports/mail/outbox.ts"
import { createSmtpTransport } from "#ports/mail/smtp.ts"
import { startEmailWorker } from "#ports/mail/worker.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { startAuditEnds } from "#services/audit/audit-ends.ts"
import { auditKeysOf } from "#services/audit/audit-keys.ts"
import { createAuditLog } from "#services/audit/audit-log.ts"
import { createRefusedCalls } from "#services/audit/refused-calls.ts"
import { createClients } from "#services/brands/clients.ts"
import { createContent } from "#services/brands/content.ts"
import { createCspReports } from "#services/brands/csp-reports.ts"
import type { Handlers } from "#services/call-request.ts"
import { createCaptcha } from "#services/identity/captcha/captcha.ts"
import { createProof } from "#services/identity/codes/step-up-code.ts"
import { createCredentials } from "#services/identity/credentials/credentials.ts"
import { securityQuestionHandlers } from "#services/identity/credentials/security-questions.ts"
import { startHousekeeping } from "#services/identity/housekeeping.ts"
import type { PeopleNeeds } from "#services/identity/needs.ts"
import { createRecovery } from "#services/identity/recovery/recovery.ts"
import { createResetPassword } from "#services/identity/recovery/reset-password.ts"
import { createRegistration } from "#services/identity/registration/registration.ts"
import { createSessionTransfer } from "#services/identity/session-transfer/session-transfer.ts"
import { createSessions } from "#services/identity/sessions/sessions.ts"
import { createSignIn } from "#services/identity/sign-in/sign-in.ts"
import { createSignInLinks } from "#services/identity/sign-in/sign-in-links.ts"
import { createEmailGuard } from "#services/profile/new-email/email-guard.ts"
import { createStaffPasswords } from "#services/staff/accounts/staff-passwords.ts"
import { createStaffStanding } from "#services/staff/accounts/staff-standing.ts"
import { createSecondFactor } from "#services/staff/second-factor/second-factor.ts"
import { openAudit } from "./adapters/audit.ts"
import { openDocumentStore } from "./adapters/document-store.ts"
import { servePasswords } from "./adapters/passwords.ts"
import { openGateway } from "./adapters/payment-gateway.ts"
import { createBrands } from "./brands.ts"
import type { Config } from "./config/config.ts"
import { openKeyRing } from "./config/secret-key.ts"
import { createSiteAddresses } from "./config/site-addresses.ts"
import { wireMyaccountCore } from "./wire-myaccount-core.ts"

interface Needs {
  config: Config
  database: Database
  clock: Clock
  log: Record<"info" | "warn" | "error", (data: object, text: string) => void>
}

/**
 * The one place that chooses adapters and hands them to the services.
 *
 * Errors: an `Error` with one line a person can act on, when an adapter cannot be made of the
 * configuration.
 */
export async function wire({ config, database, clock, log }: Needs) {
  if (config.smtpUrl === undefined) {
    throw new Error("SMTP_URL is not set: without it no one-time code reaches anybody.")
  }
  const keyRing = openKeyRing(config)
  const secrets = createSecrets(keyRing.for("secrets"))
  const documentStore = openDocumentStore(config.documentStore)
  const paymentGateway = await openGateway(config.paymentGateway, {
    clock,
    dataFolder: config.dataFolder,
  })
  const seal = createSeal(keyRing.for("seal"))
  const audit = openAudit(config, clock)
  const auditLog = createAuditLog(auditKeysOf(keyRing))
  const outbox = createOutbox({ seal, clock })
  const transport = createSmtpTransport({ url: config.smtpUrl, from: config.mailFrom })
  const emailWorker = startEmailWorker({ database, transport, seal, clock, log })
  const policyAdmin = createEmbeddedPolicyAdmin(database)

  const clients = createClients({
    database,
    checks: {
      database: database.answers,
      "account system": policyAdmin.available,
      "document store": documentStore.available,
      "payment gateway": paymentGateway.gateway.available,
    },
  })
  const content = createContent({ database })
  const cspReports = createCspReports({ database, clock })
  const localize = createLocalize(
    async (client, id) => (await content.byTitles(client, [id]))[0]?.content,
  )

  const addresses = createSiteAddresses(config)
  const brands = createBrands(clients, addresses)

  const rateLimits = createRateLimits({ database, clock, secrets })
  const staffMay = createStaffStanding({ secondFactorForAll: config.staffSecondFactor })
  const sessions = createSessions({ database, clock, secrets, audit, staffMay })
  const captcha = createCaptcha({
    database,
    clock,
    secrets,
    captcha: createAltcha(keyRing.for("captcha").current.secret),
  })
  const emailGuard = createEmailGuard({ clock, auditLog })
  const people: PeopleNeeds = {
    passwords: servePasswords(config, (text) => log.warn({}, text)),
    database,
    clock,
    secrets,
    policyAdmin,
    audit,
    outbox,
    wakeEmail: emailWorker.wake,
    rateLimits,
    brandOf: brands.brandOf,
    localize,
    isAddressHeld: (person) => emailGuard.isHeld(database, person),
  }
  const secondFactor = createSecondFactor({ ...people, seal })
  const staffPasswords = createStaffPasswords(people)
  const signInLinks = createSignInLinks(people)
  const registration = createRegistration({ ...people, sendSignInLink: signInLinks.send })
  const signIn = createSignIn({
    ...people,
    sendSignInLink: signInLinks.send,
    resendForRegistration: registration.resend,
    secondFactorForAll: config.staffSecondFactor,
    beginSecondFactor: secondFactor.begin,
    beginNewPassword: staffPasswords.begin,
  })
  const recovery = createRecovery({
    ...people,
    sendSignInLink: signInLinks.send,
    decoyKey: keyRing.for("decoy question").current.secret,
  })
  const resetPassword = createResetPassword(people)
  const sessionTransfer = createSessionTransfer({
    ...people,
    staffMay,
    unionHost: brands.unionHost,
  })
  const core = wireMyaccountCore({
    ...people,
    brands,
    gateway: paymentGateway.gateway,
    documentStore,
    contents: content.byTitles,
    transferSession: sessionTransfer.make,
    emailGuard,
    auditLog,
    alertsTo: config.alertsTo,
    log,
  })
  const housekeeping = startHousekeeping({
    database,
    clock,
    rateLimits,
    others: [...core.tidies, secondFactor.forgetOldAttempts, cspReports.forgetOld],
    log,
  })
  const auditEnds = startAuditEnds({ database, log })
  const handlers: Handlers<Endpoints> = {
    ...clients.handlers,
    ...content.handlers,
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
    autoPayChanges: core.autoPayChanges,
    billingRun: core.billingRun,
    unsubscribeByLink: core.unsubscribeByLink,
    /** To be called once the server listens: only then is a gateway there that is part of it. */
    listening(ownAddress: string, port: number) {
      addresses.listening(port)
      paymentGateway.listening(ownAddress)
      if (config.billingRun) core.startBilling()
    },
    ready: database.takesWrites,
    /** Ends what runs beside the requests. */
    async stop() {
      housekeeping.stop()
      auditEnds.stop()
      await core.stop()
      await emailWorker.stop()
      transport.close()
      await paymentGateway.close()
    },
  }
}
