import type { PeriodicJob } from "#platform/jobs/job.ts"
import { earlier } from "#platform/time.ts"
import type { Deps } from "#services/deps.ts"
import { changedParts } from "./contact.ts"
import { findContactChanges } from "./contact-changes.store.ts"
import type { ContactChanges } from "./contact-changes.ts"

/** Seconds after which the process that made the change is considered dead. */
const unsettledSeconds = 60

/**
 * Completes contact changes that their process left open. The data in the account system show
 * whether a change was made.
 */
export function contactChangesJob(
  { database, clock, policyAdmin }: Deps,
  { settle }: Pick<ContactChanges, "settle">,
) {
  return {
    name: "contact changes",
    everySeconds: 30,
    async run() {
      const askedBefore = earlier(clock.now(), { seconds: unsettledSeconds })
      for (const change of await findContactChanges(database, askedBefore)) {
        const { client, before, after } = change
        const person = await policyAdmin.person(client, before.accountNumber)
        const isOther = person !== undefined && person.contactVersion !== before.contactVersion
        const asked = changedParts(before, after)
        const isAsAsked = person && !changedParts(person, after).some((one) => asked.includes(one))
        await settle(change, isOther && isAsAsked === true)
      }
    },
  } satisfies PeriodicJob
}
