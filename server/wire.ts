import type { Endpoints } from "#contracts/endpoints.ts"
import type { Database } from "#database/open.ts"
import { createSeal } from "#database/seal.ts"
import { createAltcha } from "#ports/captcha/altcha.ts"
import type { Clock } from "#ports/clock.ts"
import { createOutbox } from "#ports/mail/outbox.ts"
import { createSmtpTransport } from "#ports/mail/smtp.ts"
import { startMailWorker } from "#ports/mail/worker.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { createBudgets } from "#services/appauth/budgets.ts"
import { createCaptcha } from "#services/appauth/captcha.ts"
import { createCredentials } from "#services/appauth/credentials.ts"
import { createHandoff } from "#services/appauth/handoff.ts"
import { startHousekeeping } from "#services/appauth/housekeeping.ts"
import type { PeopleNeeds } from "#services/appauth/needs.ts"
import { createProof } from "#services/appauth/proof.ts"
import { createRecovery } from "#services/appauth/recovery.ts"
import { createRefusedCalls } from "#services/appauth/refused-calls.ts"
import { createRegistration } from "#services/appauth/registration.ts"
import { createResetPassword } from "#services/appauth/reset-password.ts"
import { createSecondFactor } from "#services/appauth/second-factor.ts"
import { securityQuestionHandlers } from "#services/appauth/security-questions.ts"
import { createSessions } from "#services/appauth/sessions.ts"
import { createSignIn } from "#services/appauth/sign-in.ts"
import { createSignInLinks } from "#services/appauth/sign-in-links.ts"
import { createStaffPasswords } from "#services/appauth/staff-passwords.ts"
import { createStaffStanding } from "#services/appauth/staff-standing.ts"
import { createClients } from "#services/appcontent/clients.ts"
import { createContent } from "#services/appcontent/content.ts"
import { createCspReports } from "#services/appcontent/csp-reports.ts"
import { startAuditEnds } from "#services/audit-ends.ts"
import { auditKeysOf } from "#services/audit-keys.ts"
import { createAuditTrail } from "#services/audit-trail.ts"
import { createEmailGuard } from "#services/myaccount-core/email-guard.ts"
import type { Handlers } from "#services/request.ts"
import { createSay } from "#services/say.ts"
import { createSecrets } from "#services/secrets.ts"
import { openAudit } from "./audit.ts"
import { createBrands } from "./brands.ts"
import type { Config } from "./config.ts"
import { openDocumentStore } from "./document-store.ts"
import { servePasswords } from "./passwords.ts"
import { openGateway } from "./payment-gateway.ts"
import { openKeyRing } from "./secret-key.ts"
import { createSiteAddresses } from "./site-addresses.ts"
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
  const auditTrail = createAuditTrail(auditKeysOf(keyRing))
  const outbox = createOutbox({ seal, clock })
  const transport = createSmtpTransport({ url: config.smtpUrl, from: config.mailFrom })
  const mailWorker = startMailWorker({ database, transport, seal, clock, log })
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
  const say = createSay(async (client, id) => (await content.byTitles(client, [id]))[0]?.content)

  const addresses = createSiteAddresses(config)
  const brands = createBrands(clients, addresses)

  const budgets = createBudgets({ database, clock, secrets })
  const staffMay = createStaffStanding({ secondFactorForAll: config.staffSecondFactor })
  const sessions = createSessions({ database, clock, secrets, audit, staffMay })
  const captcha = createCaptcha({
    database,
    clock,
    secrets,
    captcha: createAltcha(keyRing.for("captcha").current.secret),
  })
  const emailGuard = createEmailGuard({ clock, auditTrail })
  const people: PeopleNeeds = {
    passwords: servePasswords(config, (text) => log.warn({}, text)),
    database,
    clock,
    secrets,
    policyAdmin,
    audit,
    outbox,
    wakeMail: mailWorker.wake,
    budgets,
    brandOf: brands.brandOf,
    say,
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
  const handoff = createHandoff({ ...people, staffMay, unionHost: brands.unionHost })
  const core = wireMyaccountCore({
    ...people,
    brands,
    gateway: paymentGateway.gateway,
    documentStore,
    contents: content.byTitles,
    handOver: handoff.make,
    emailGuard,
    auditTrail,
    alertsTo: config.alertsTo,
    log,
  })
  const housekeeping = startHousekeeping({
    database,
    clock,
    budgets,
    others: [...core.tidies, cspReports.forgetOld],
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
    ...handoff.handlers,
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
    say,
    budgets,
    spendProof: captcha.spend,
    recordRefusedCall: createRefusedCalls({ database, audit, budgets }),
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
      await mailWorker.stop()
      transport.close()
      await paymentGateway.close()
    },
  }
}
