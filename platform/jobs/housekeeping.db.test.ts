import assert from "node:assert/strict"
import { test } from "node:test"
import { sql } from "#database/sql.ts"
import { createRateLimits } from "#platform/rate-limits/rate-limits.ts"
import { readConfig } from "#server/config/config.ts"
import { identityCleanup } from "#services/identity/identity.ts"
import { deleteOldApprovals } from "#services/staff/approvals/approvals.store.ts"
import { startTestApp } from "#testing/app.ts"
import { maria as forgetful, recoveryOf } from "#testing/recovery.ts"
import { ana, registrationOf } from "#testing/registration.ts"
import { testSecrets } from "#testing/secret-key.ts"
import { actFor } from "#testing/staff.ts"
import { signInTwoStaff } from "#testing/two-staff-members.ts"
import { housekeepingJob } from "./housekeeping-job.ts"
import type { Retention } from "./retention.ts"

test("PRIVACY-07 ended rows are retained for 30 days or as set, and the audit log permanently", async (t) => {
  const app = await startTestApp()
  t.after(() => app.close())
  const { database, clock } = app
  const agents = await signInTwoStaff(app)
  await actFor(agents.kim, "maria.santos_harbor")
  await agents.changeEmail("james.okafor_harbor", "james.other@example.com")
  await agents.reset("james.okafor_harbor")
  await agents.kim.call("support.localhost", "POST /appauth/logout", {})

  const maria = recoveryOf(app.browser(), forgetful)
  await maria.question()
  await maria.answer()
  await registrationOf(app.browser(), ana).number()
  await app.browser().signIn("harbor.localhost", "robert.chen")
  await database.rows(
    sql`insert into appauth.sign_in_link (token_hash, client, userid, expires_at)
      values ('link', 'harbor', 'maria.santos_harbor', ${clock.now()})`,
  )

  const cleanUpWith = async (retention: Retention) =>
    await housekeepingJob({
      clock,
      retention,
      cleanups: [
        identityCleanup({ database, clock }),
        createRateLimits({ database, clock, secrets: testSecrets }).forgetOld,
        ({ ended }) => deleteOldApprovals(database, ended),
      ],
    }).run()
  const cleanUp = () => cleanUpWith(readConfig({}).retention)
  const kept = async () => {
    const [row] = await database.rows(
      sql`select (select count(*) from appauth.session)::integer as sessions,
        (select count(*) from appauth.handoff)::integer as handoffs,
        (select count(*) from myaccount_core.staff_approval)::integer as approvals,
        (select count(*) from appauth.code_attempt)::integer as attempts,
        (select count(*) from appauth.password_recovery)::integer as recoveries,
        (select count(*) from appauth.reset_ticket)::integer as tickets,
        (select count(*) from appauth.registration)::integer as registrations,
        (select count(*) from appauth.sign_in_link)::integer as links,
        (select count(*) from appauth.device)::integer as devices,
        (select count(*) from audit.entry)::integer as entries`,
    )
    return row
  }
  const usedProofs = async () =>
    (await database.rows(sql`select 1 from appauth.used_proof`)).length > 0
  const all = await kept()
  const some = { attempts: 1, recoveries: 1, tickets: 1, registrations: 1, links: 1 }
  assert.deepEqual(all, { ...all, ...some, sessions: 5, handoffs: 1, approvals: 1 })
  assert.equal(await usedProofs(), true)
  clock.advance({ days: 29 })
  await cleanUp()
  assert.deepEqual(await kept(), all)
  assert.equal(await usedProofs(), false, "a proof is kept until it expires")
  clock.advance({ days: 3 })
  await cleanUpWith(readConfig({ KEEP_ENDED_DAYS: "60" }).retention)
  assert.deepEqual(await kept(), all)
  await cleanUp()
  const none = { attempts: 0, recoveries: 0, tickets: 0, registrations: 0, links: 0 }
  const gone = { ...all, ...none, sessions: 0, handoffs: 0, approvals: 0 }
  assert.deepEqual(await kept(), gone)
  clock.advance({ days: 367 })
  await cleanUp()
  assert.deepEqual(await kept(), gone)
  clock.advance({ days: 2 })
  await cleanUp()
  assert.deepEqual(await kept(), { ...gone, devices: 0 })
})
