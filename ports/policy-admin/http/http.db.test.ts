import { openTestDatabase } from "#testing/database.ts"
import { testPolicyAdmin } from "../conformance.ts"
import { createEmbeddedPolicyAdmin } from "../embedded/embedded.ts"
import { replacePeople } from "../embedded/people.load.ts"
import { connectedForTest, servedForTest } from "./serve-fixture.ts"

testPolicyAdmin("HTTP", async (facts) => {
  const database = await openTestDatabase()
  await database.transaction(async (tx) => {
    for (const [client, people] of Object.entries(facts)) await replacePeople(tx, client, people)
  })
  const served = await servedForTest(createEmbeddedPolicyAdmin(database))
  const policyAdmin = connectedForTest(served.url)
  return {
    policyAdmin,
    goAway: served.close,
    async close() {
      await served.close()
      await policyAdmin.close()
      await database.close()
    },
  }
})
