// @both-engines

import { openTestDatabase } from "#testing/database.ts"
import { testPolicyAdmin } from "../conformance.ts"
import { createEmbeddedPolicyAdmin } from "./embedded.ts"
import { replacePeople } from "./people.load.ts"

testPolicyAdmin("our own database", async (facts) => {
  const database = await openTestDatabase()
  await database.transaction(async (tx) => {
    for (const [client, people] of Object.entries(facts)) await replacePeople(tx, client, people)
  })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= database.close()
    return closed
  }
  return { policyAdmin: createEmbeddedPolicyAdmin(database), goAway: close, close }
})
