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
import { createRecovery } from "#services/appauth/recovery.ts"
import { createRegistration } from "#services/appauth/registration.ts"
import { createRegistrations } from "#services/appauth/registrations.ts"
import { createResetPassword } from "#services/appauth/reset-password.ts"
import { createSecondFactor } from "#services/appauth/second-factor.ts"
import { questionById, securityQuestionHandlers } from "#services/appauth/security-questions.ts"
import { createSessions } from "#services/appauth/sessions.ts"
import { createSignIn } from "#services/appauth/sign-in.ts"
import { createClients } from "#services/appcontent/clients.ts"
import { createContent } from "#services/appcontent/content.ts"
import { isState } from "#services/appcontent/states.ts"
import { createAudit } from "#services/audit.ts"
import type { MailBrand } from "#services/mails/brand.ts"
import { createAccountRecord } from "#services/myaccount-core/account-record.ts"
import { createAgent } from "#services/myaccount-core/agent.ts"
import { createAuthorizationPapers } from "#services/myaccount-core/authorization-papers.ts"
import { createAuthorizations } from "#services/myaccount-core/authorizations.ts"
import { createAutoPay } from "#services/myaccount-core/auto-pay.ts"
import { createAutoPayChanges } from "#services/myaccount-core/auto-pay-changes.ts"
import { createBillingRun } from "#services/myaccount-core/billing-run.ts"
import { startBillingSchedule } from "#services/myaccount-core/billing-schedule.ts"
import { createContactChanges } from "#services/myaccount-core/contact-changes.ts"
import { createDashboard } from "#services/myaccount-core/dashboard.ts"
import { createDocuments } from "#services/myaccount-core/documents.ts"
import { createEmails } from "#services/myaccount-core/emails.ts"
import { createPayNow } from "#services/myaccount-core/pay-now.ts"
import { createPaymentCenter } from "#services/myaccount-core/payment-center.ts"
import { createPaymentGateway } from "#services/myaccount-core/payment-gateway.ts"
import { createPaymentHistory } from "#services/myaccount-core/payment-history.ts"
import { createPaymentMails } from "#services/myaccount-core/payment-mails.ts"
import { createPaymentMethods } from "#services/myaccount-core/payment-methods.ts"
import { createPayments } from "#services/myaccount-core/payments.ts"
import { createProducts } from "#services/myaccount-core/products.ts"
import { createProfile } from "#services/myaccount-core/profile.ts"
import { createTransactionMails } from "#services/myaccount-core/transaction-mails.ts"
import type { Handlers } from "#services/request.ts"
import { createSay } from "#services/say.ts"
import type { Config } from "./config.ts"
import { openDocumentStore } from "./document-store.ts"
import { openGateway } from "./payment-gateway.ts"
import { auditKey, deriveKey, readSecretKey } from "./secret-key.ts"

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
  const key = readSecretKey(config)
  const documentStore = openDocumentStore(config.documentStore)
  const paymentGateway = await openGateway(config.paymentGateway, {
    clock,
    dataFolder: config.dataFolder,
  })
  const seal = createSeal(key)
  const audit = createAudit({ clock, key: auditKey(key) })
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
  const say = createSay(async (client, id) => (await content.byTitles(client, [id]))[0]?.content)

  const budgets = createBudgets({ database, clock })
  const sessions = createSessions({ database, clock })
  const captcha = createCaptcha({
    database,
    clock,
    captcha: createAltcha(deriveKey(key, "captcha")),
  })
  const people: PeopleNeeds = {
    database,
    clock,
    policyAdmin,
    audit,
    outbox,
    wakeMail: mailWorker.wake,
    budgets,
    brandOf,
    say,
  }
  const registration = createRegistration(people)
  const secondFactor = createSecondFactor({ ...people, seal })
  const signIn = createSignIn({
    ...people,
    resendForRegistration: registration.resend,
    secondFactorForAll: config.staffSecondFactor,
    beginSecondFactor: secondFactor.begin,
  })
  const recovery = createRecovery({ ...people, decoyKey: deriveKey(key, "decoy question") })
  const resetPassword = createResetPassword(people)
  const handoff = createHandoff({ database, clock, policyAdmin, unionHost })
  const dashboard = createDashboard({ policyAdmin, clock, say })
  const documents = createDocuments({ policyAdmin, documentStore, clock, brandOf, log })
  const products = createProducts({ policyAdmin, clock })
  const transactionMails = createTransactionMails({ database, policyAdmin, clock, outbox, brandOf })
  const paymentMethods = createPaymentMethods({
    ...people,
    gateway: paymentGateway.gateway,
    audit,
    contents: content.byTitles,
    log,
  })
  const contactChanges = createContactChanges({ ...people, audit, log })
  const profile = createProfile({ policyAdmin, contactChanges, say, questionById, isState })
  const emails = createEmails({ database, clock, policyAdmin, audit, say })
  const payments = createPayments({
    database,
    clock,
    policyAdmin,
    gateway: paymentGateway.gateway,
    audit,
    mails: createPaymentMails({ policyAdmin, clock, outbox, transactionMails, brandOf }),
    wakeMail: mailWorker.wake,
    log,
  })
  const authorizations = createAuthorizations({ clock, contentsByTitle: content.byTitles })
  const payNow = createPayNow({
    database,
    payments,
    authorizations,
    policyAdmin,
    clock,
    say,
    phoneNumberOf,
    spend: (tx, client, accountNumber) =>
      budgets.spend(`payment of ${client} ${accountNumber}`, { calls: 30, minutes: 10 }, tx),
  })
  const paymentHistory = createPaymentHistory({ ...people, payments })
  const billingRun = createBillingRun({
    ...people,
    payments,
    siteAddressOf: async (client) => await siteAddressOf(client),
    log,
  })
  const autoPayChanges = createAutoPayChanges({
    database,
    clock,
    policyAdmin,
    audit,
    transactionMails,
    wakeMail: mailWorker.wake,
    log,
  })
  const autoPay = createAutoPay({
    database,
    clock,
    policyAdmin,
    authorizations,
    changes: autoPayChanges,
    hasOpenPayment: async (client, number) => (await payments.open(client, number)) !== undefined,
    phoneNumberOf,
    say,
  })
  const accountRecord = createAccountRecord({
    ...people,
    alertsTo: config.alertsTo,
    spend: (key, budget) => budgets.spend(key, { ...budget, message: "accountRecord.tooMany" }),
  })
  const agent = createAgent({
    ...people,
    siteAddressOf: async (client) => await siteAddressOf(client),
    customerHostOf: customerHost,
    clientNameOf: async (client) => (await clients.brandByClient(client))?.clientName ?? client,
    registrations: createRegistrations({ database, clock }),
    handOver: handoff.make,
    contactChanges,
    byConfirmationNumber: payments.byConfirmationNumber,
    spend: (key, budget) => budgets.spend(key, { ...budget, message: "agent.tooMany" }),
  })
  const housekeeping = startHousekeeping({
    database,
    clock,
    budgets,
    others: [transactionMails.forgetOldLinks],
    log,
  })
  let billingSchedule: ReturnType<typeof startBillingSchedule> | undefined
  let siteAddress = config.siteAddress ?? `http://{host}:${config.port}`

  async function customerHost(client: string): Promise<string> {
    const host = await clients.hostByClient(client)
    if (host === undefined) throw new Error(`The client ${client} has no site for its customers.`)
    return host
  }

  async function siteAddressOf(client: string): Promise<string> {
    return siteAddress.replace("{host}", await customerHost(client))
  }

  async function brandOf(client: string, siteAddress: string): Promise<MailBrand> {
    const brand = await clients.brandByClient(client)
    if (!brand) throw new Error(`There is no client ${client}.`)
    const { clientName, phoneNumber, mailColor, logo, logoMediaType } = brand
    return {
      clientName,
      phoneNumber,
      mailColor,
      siteAddress,
      ...(logo &&
        logoMediaType && { logo: { mediaType: logoMediaType, base64: logo.toString("base64") } }),
    }
  }

  async function phoneNumberOf(client: string): Promise<string> {
    return (await clients.brandByClient(client))?.phoneNumber ?? ""
  }

  async function unionHost(groupHost: string, client: string): Promise<string | undefined> {
    const site = await clients.siteByHost(groupHost)
    return site?.group?.items.find((item) => item.client === client)?.hostName
  }

  const handlers: Handlers<Endpoints> = {
    ...clients.handlers,
    ...content.handlers,
    ...captcha.handlers,
    ...securityQuestionHandlers,
    ...signIn.handlers,
    ...secondFactor.handlers,
    ...sessions.handlers,
    ...handoff.handlers,
    ...registration.handlers,
    ...recovery.handlers,
    ...resetPassword.handlers,
    ...dashboard.handlers,
    ...documents.handlers,
    ...products.handlers,
    ...profile.handlers,
    ...createCredentials({ ...people, audit }).handlers,
    ...emails.handlers,
    ...createPaymentGateway(paymentGateway.gateway).handlers,
    ...paymentMethods.handlers,
    ...payNow.handlers,
    ...paymentHistory.handlers,
    ...createPaymentCenter({ policyAdmin, clock }).handlers,
    ...autoPay.handlers,
    ...createAuthorizationPapers({ database, brandOf }).handlers,
    ...agent.handlers,
    ...accountRecord.handlers,
  }

  return {
    handlers,
    clients,
    content,
    say,
    budgets,
    spendProof: captcha.spend,
    findSession: sessions.find,
    paymentGateway,
    payments,
    billingRun,
    /** To be called once the server listens: only then is a gateway there that is part of it. */
    listening(ownAddress: string, port: number) {
      siteAddress = config.siteAddress ?? `http://{host}:${port}`
      paymentGateway.listening(ownAddress)
      if (!config.billingRun) return
      billingSchedule = startBillingSchedule({ database, clock, run: billingRun.run, log })
    },
    autoPayChanges,
    unsubscribeByLink: emails.unsubscribeByLink,
    ready: database.answers,
    /** Ends what runs beside the requests. */
    async stop() {
      housekeeping.stop()
      contactChanges.stop()
      await billingSchedule?.stop()
      await Promise.all([payments.stop(), autoPayChanges.stop(), paymentMethods.stop()])
      await mailWorker.stop()
      transport.close()
      await paymentGateway.close()
    },
  }
}
