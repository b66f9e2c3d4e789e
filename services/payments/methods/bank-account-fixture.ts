import assert from "node:assert/strict"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { createAdapterMetrics } from "#platform/http/adapter-metrics.ts"
import { createOutbox } from "#ports/mail/outbox.ts"
import { onlyGateway } from "#ports/payment-gateway/gateways-fixture.ts"
import type { PaymentGateway } from "#ports/payment-gateway/port.ts"
import { createSandboxGateway } from "#ports/payment-gateway/sandbox/sandbox.ts"
import { startSandboxGateway } from "#ports/payment-gateway/sandbox/server.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import type { CustomerSession, Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { createOptionalEmails } from "#services/profile/subscriptions/optional-emails.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { brandsOf } from "#testing/brands.ts"
import { sharedTimeOf } from "#testing/clock.ts"
import { noEvents } from "#testing/events.ts"
import { testAudit, testSeal, testSecrets } from "#testing/secret-key.ts"
import { siobhanAtAutoPay } from "../auto-pay/auto-pay-fixture.ts"
import { createPayments } from "../payments.ts"
import { testLocalize } from "../payments-fixture.ts"
import { markAuthorizationGone } from "./payment-methods.store.ts"

const secret = "a secret of this test"

/** Siobhan, and payments services of her installation with any behavior of the gateway. */
export async function startBankAccounts() {
  const app = await startTestApp()
  const { database, clock } = app
  const sandbox = await startSandboxGateway({ secret, clock, silenceMs: 1_000 })
  const gateway = createSandboxGateway({
    address: () => sandbox.address,
    browserAddress: sandbox.address,
    framesAddress: () => sandbox.address,
    secret,
    timeoutMs: 25_000,
    clock,
  })
  const at = await siobhanAtAutoPay(app)
  const { host, body } = at.siobhan
  const site = { origin: `http://${host}`, client: "harbor", clientName: "Harbor Mutual" } as Site
  const session: CustomerSession = {
    kind: "customer",
    id: "1",
    client: "harbor",
    userid: body.userid,
    accountNumber: body.accountNumber,
    staffUserid: null,
    securityQuestionId: null,
    provenAt: null,
    startedAt: new Date(0),
  }
  const call = { ip: "192.0.2.7", userAgent: "Test browser", params: undefined, query: undefined }

  /** The payments of one server process. */
  function startProcess(
    wrong: { gateway?: Partial<PaymentGateway>; database?: Partial<Database> } = {},
  ) {
    const brands = brandsOf(database, clock)
    const deps = {
      database: { ...database, ...wrong.database },
      clock,
      sharedTime: sharedTimeOf(clock).now,
      policyAdmin: createEmbeddedPolicyAdmin(database),
      gateways: onlyGateway({ ...gateway, ...wrong.gateway }),
      secrets: testSecrets,
      audit: testAudit(clock),
      outbox: createOutbox({ seal: testSeal, clock }),
      events: noEvents,
      adapterMetrics: createAdapterMetrics(),
      wakeEmail() {},
      rateLimits: { consume: async () => {} },
      localize: testLocalize,
      contents: async (_: string, titles: readonly string[]) => {
        const asked = { titles: [...titles] }
        return (await at.siobhan.browser.call(host, "POST /appcontent/contents", asked)).reply.items
      },
      brands,
      brandOf: brands.brandOf,
      log: { info() {}, warn() {}, error() {} },
    } as object as Deps
    const payments = createPayments(deps, createOptionalEmails(deps))
    const { handlers } = payments
    return {
      ...payments,
      report: async (told: Parameters<typeof payments.report>[0]) =>
        await payments.report(told, gateway.name),
      async change(body: object, by: Partial<CustomerSession> = {}) {
        const request = { ...call, site, session: { ...session, ...by }, body, idempotencyKey: "" }
        return await handlers["PUT /myaccount-core/paymentFrequency"](request as never)
      },
      async pay(body: object, idempotencyKey: string) {
        const request = { ...call, site, session, body, idempotencyKey }
        return await handlers["POST /myaccount-core/payNow"](request as never)
      },
      /** Continues the requests that another process left. */
      async goOn() {
        clock.advance({ minutes: 3 })
        const job = payments.jobs.find(({ name }) => name === "payment methods")
        assert.ok(job && "claim" in job)
        const { signal } = new AbortController()
        for (const due of await job.claim(10, clock.now())) await job.run(due, signal)
      },
    }
  }

  return {
    ...{ app, at, gateway, startProcess },
    async endAuthorization(recordId: string) {
      const isNew = await database.transaction((tx) =>
        markAuthorizationGone(tx, "harbor", recordId, clock.now()),
      )
      assert.equal(isNew, true)
    },
    async renewals() {
      return await database.rows<{ status: string }>(
        sql`select status from myaccount_core.payment_method_request where kind = 'renew'
          order by created_at`,
      )
    },
    async close() {
      await Promise.all([app.close(), sandbox.close()])
    },
  }
}

export type BankAccounts = Awaited<ReturnType<typeof startBankAccounts>>

/** The emails with this in their subject that the app has sent, oldest first. */
export async function mailsAbout(app: TestApp, subject: string) {
  await app.rounds.get("email delivery")?.()
  return (await app.sentEmails()).filter((mail) => mail.subject.includes(subject))
}
