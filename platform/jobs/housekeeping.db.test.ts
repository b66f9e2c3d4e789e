import assert from "node:assert/strict"
import { test } from "node:test"
import { sql } from "#database/sql.ts"
import { createRateLimits } from "#platform/rate-limits/rate-limits.ts"
import { readConfig } from "#server/config/config.ts"
import { identityTidy } from "#services/identity/tidies.ts"
import { deleteOldApprovals } from "#services/staff/approvals/approvals.store.ts"
import { startTestApp } from "#testing/app.ts"
import { testSecrets } from "#testing/secret-key.ts"
import { actFor } from "#testing/staff.ts"
import { signInTwoStaff } from "#testing/two-staff-members.ts"
import { housekeepingJob } from "./housekeeping-job.ts"
import type { Retention } from "./retention.ts"

test("PRIVACY-07 keeps ended rows for 30 days or as the setting says, and the audit log permanently", async (t) => {
  const app = await startTestApp()
  t.after(() => app.close())
  const { database, clock } = app
  const agents = await signInTwoStaff(app)
  await actFor(agents.kim, "maria.santos_harbor")
  await agents.changeEmail("james.okafor_harbor", "james.other@example.com")
  await agents.reset("james.okafor_harbor")
  await agents.kim.call("support.localhost", "POST /appauth/logout", {})

  const tidyWith = async (retention: Retention) =>
    await housekeepingJob({
      clock,
      retention,
      tidies: [
        identityTidy({ database, clock }),
        createRateLimits({ database, clock, secrets: testSecrets }).forgetOld,
        ({ ended }) => deleteOldApprovals(database, ended),
      ],
    }).run()
  const tidy = () => tidyWith(readConfig({}).retention)
  const kept = async () => {
    const [row] = await database.rows(
      sql`select (select count(*) from appauth.session)::integer as sessions,
        (select count(*) from appauth.handoff)::integer as handoffs,
        (select count(*) from myaccount_core.staff_approval)::integer as approvals,
        (select count(*) from audit.entry)::integer as entries`,
    )
    return row
  }
  const all = await kept()
  assert.deepEqual(all, { ...all, sessions: 4, handoffs: 1, approvals: 1 })
  clock.advance({ days: 29 })
  await tidy()
  assert.deepEqual(await kept(), all)
  clock.advance({ days: 3 })
  await tidyWith(readConfig({ KEEP_ENDED_DAYS: "60" }).retention)
  assert.deepEqual(await kept(), all)
  await tidy()
  assert.deepEqual(await kept(), { ...all, sessions: 0, handoffs: 0, approvals: 0 })
})
