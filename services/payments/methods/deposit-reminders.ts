import type { PeriodicJob } from "#platform/jobs/job.ts"
import type { Deps } from "#services/deps.ts"
import { createMethodEmails } from "./payment-method-emails.ts"
import {
  findMethod,
  findMethodsToRemind,
  markReminded,
  type PaymentMethodRow,
} from "./payment-methods.store.ts"

type Due = Pick<PaymentMethodRow, "client" | "accountNumber" | "recordId">

const pageSize = 100

/** Reminds customers once to verify a bank account. */
export function depositReminderJob(deps: Deps) {
  const { database, clock, brands, wakeEmail } = deps
  const emails = createMethodEmails(deps)

  async function remind({ client, accountNumber, recordId }: Due): Promise<void> {
    const method = await findMethod(database, client, accountNumber, recordId)
    if (!method) return
    const owner = { client, accountNumber, siteAddress: await brands.siteAddressOf(client) }
    const mail = await emails.verificationReminder(owner, method)
    await database.transaction(async (tx) => {
      if (await markReminded(tx, client, recordId)) await mail.add(tx)
    })
    wakeEmail()
  }

  return {
    name: "deposit reminders",
    everySeconds: 3_600,
    async run(signal) {
      const failures: unknown[] = []
      for (const due of await findMethodsToRemind(database, clock.now(), pageSize)) {
        signal.throwIfAborted()
        // The account system of one client does not stop the reminders of the others.
        await remind(due).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },
  } satisfies PeriodicJob
}
