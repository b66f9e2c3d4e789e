import assert from "node:assert/strict"
import { decimalOf } from "#contracts/money.ts"
import { startTestApp } from "#testing/app.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { newWebhookSecret, senderOf, writeEventsFile } from "#testing/events.ts"
import { logLines } from "#testing/log-lines.ts"
import { type SavedMethod, saveMethod } from "#testing/pay-now.ts"
import { actsIn } from "./acts.ts"
import { keepOnly, openDifferences } from "./days.store.ts"
import { serveWithFaults } from "./faults.ts"
import { createInsurer } from "./insurer.ts"
import { bankOf, cardOf, client, fillBooks, james, maria } from "./people.ts"

const zone = "America/New_York"
const usernames: Record<string, string> = { [james]: "james.okafor", [maria]: "maria.santos" }

/**
 * The portal on an insurer's account system over HTTP, from noon UTC on 2026-03-02, with James, who
 * owes $64.80 for Term Life by 03/10, and Maria, who owes $42.00 for Whole Life by 03/12 and $25.00
 * for Dental by 03/20. Each has a card and a bank account. `oauth`: whether the portal uses OAuth
 * tokens. `allClients`: whether the demo's other clients have customers, too.
 */
export async function startDays({ oauth = false, allClients = false } = {}) {
  const secret = newWebhookSecret()
  const events = await writeEventsFile({
    senders: [{ name: "pas", secrets: [secret], clients: [client] }],
  })
  const logged: Record<string, unknown>[] = []
  let started: Awaited<ReturnType<typeof startInsurer>> | undefined
  const app = await startTestApp({
    secondTenant: false,
    logTo: logLines((line) => void logged.push(JSON.parse(line))),
    async env(database, clock) {
      if (!allClients) await keepOnly(database, client)
      started = await startInsurer(clock)
      const { settings, oauth: fetched } = started.server
      return { ...(oauth ? fetched : settings), EVENTS_FILE: events.path, LOG_LEVEL: "warn" }
    },
  }).catch(async (error: unknown) => {
    await started?.server.close()
    throw error
  })
  assert.ok(started)
  const { insurer, server } = started
  const { clock } = app
  for (const accountNumber of [james, maria]) {
    await save({ accountNumber, recordId: cardOf(accountNumber), sample: "visa" })
    await save({ accountNumber, recordId: bankOf(accountNumber), sample: "bank" })
  }

  async function save(method: Omit<SavedMethod, "client">) {
    await saveMethod(app.database, { ...method, client })
  }

  const today = () =>
    Temporal.Instant.fromEpochMilliseconds(clock.now().getTime())
      .toZonedDateTimeISO(zone)
      .toPlainDate()

  const sessions = new Map<string, { since: number; customer: Customer }>()
  /** The person, signed in within the last ten minutes. */
  async function as(accountNumber: string): Promise<Customer> {
    const known = sessions.get(accountNumber)
    const now = clock.now().getTime()
    if (known && now - known.since < 600_000) return known.customer
    const customer = await customerOf(app, usernames[accountNumber] ?? "", client)
    sessions.set(accountNumber, { since: now, customer })
    return customer
  }

  /** Moves the clock to this time of day at the client. */
  function goTo(date: string, time = "07:00") {
    const now = clock.now().getTime()
    const then = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: time })
    clock.advance({ milliseconds: then.epochMilliseconds - now })
  }

  async function runDay() {
    const report = await app.billingRun()
    await app.settle()
    return report
  }

  /**
   * Runs the billing on each day up to and including this one, and the other jobs on the last day.
   */
  async function live(until: string) {
    for (let day = today(); day.toString() < until; ) {
      day = day.add({ days: 1 })
      goTo(day.toString())
      await app.billingRun()
    }
    await app.settle()
  }

  const acts = actsIn(app, as)
  const { screens } = acts

  /**
   * The amounts that the person sees: amounts owed, amounts that can be paid, and coming charges.
   */
  async function shown(who: string) {
    const { dashboard, coming } = await screens(who)
    assert.equal(dashboard.status, 200, dashboard.text)
    assert.equal(coming.status, 200, coming.text)
    const { totalDue, totalByAutoPay, activeProducts } = dashboard.reply
    const payable = activeProducts.filter(
      ({ paymentAction }) => paymentAction.payNowLink.disable === "N",
    )
    return {
      due: totalDue,
      byAutoPay: totalByAutoPay,
      payable: payable.map(({ policyNumber }) => policyNumber),
      coming: coming.reply.months.flatMap(({ payments }) =>
        payments.map(({ date, amount, paidBy }) => `${date} ${amount} ${paidBy}`),
      ),
    }
  }

  /** Compares the books as the daily sweep does; returns the kinds of present differences. */
  async function differences() {
    await app.sweep()
    const rows = await openDifferences(app.database)
    return rows.map(({ kind }) => kind)
  }

  /** The product in the payment center. */
  async function product(who: string, policyNumber: string) {
    const { center } = await screens(who)
    assert.equal(center.status, 200, center.text)
    const found = center.reply.activeProducts.find((one) => one.policyNumber === policyNumber)
    assert.ok(found, center.text)
    return found
  }

  return {
    app,
    insurer,
    server,
    logged,
    save,
    as,
    today,
    goTo,
    runDay,
    live,
    ...acts,
    shown,
    product,
    differences,
    /** Sends an event of the account system. */
    send: senderOf(app, { sender: "pas", signedBy: secret }),
    /** The amounts that the gateway promised or took, in the order of the charges. */
    charged: () =>
      app.gateway
        .charges()
        .filter(({ status }) => status !== "declined" && status !== "returned")
        .map(({ amount }) => decimalOf(amount)),
    /** The subjects of this person's emails about money, oldest first. */
    async mails(who: string) {
      const { emailAddress } = insurer.books().account(client, who).person
      const all = await app.sentEmails()
      return all
        .filter(({ to, subject }) => to === emailAddress && !/code|New login/.test(subject))
        .map(({ subject, text }) => ({ subject, text: text.replaceAll(/\s+/g, " ") }))
        .toReversed()
    },
    async close() {
      await app.close()
      await server.close()
      await events.remove()
    },
  }
}

export type Days = Awaited<ReturnType<typeof startDays>>

async function startInsurer(clock: Parameters<typeof createInsurer>[0]) {
  const insurer = createInsurer(clock)
  insurer.change(fillBooks)
  return { insurer, server: await serveWithFaults(insurer.policyAdmin, clock) }
}
