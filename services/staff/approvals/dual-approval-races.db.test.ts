import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { usernameOf } from "#contracts/identity/userid.ts"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { actFor, saveEmail } from "#testing/staff.ts"
import { said, signInTwoStaff, type TwoStaffMembers } from "#testing/two-staff-members.ts"
import {
  type ApprovedAction,
  decideApproval,
  dropApproval,
  dropApprovalsOf,
  findOpenApproval,
} from "./approvals.store.ts"

let app: TestApp
let staff: TwoStaffMembers

before(async () => {
  app = await startTestApp()
  staff = await signInTwoStaff(app)
})

after(() => app.close())

/** Does `work`, and runs these statements during a given one, such as "insert on table". */
async function whileAt<Result>(moment: string, statements: string, work: () => Promise<Result>) {
  await app.database.transaction((tx) =>
    tx.script(`create or replace function appauth.meanwhile() returns trigger language plpgsql as $$
        begin ${statements} return new; end $$;
      create trigger meanwhile after ${moment} for each row execute function appauth.meanwhile()`),
  )
  try {
    return await work()
  } finally {
    const [, table] = moment.split(" on ")
    await app.database.transaction((tx) => tx.script(`drop trigger meanwhile on ${table}`))
  }
}

async function isRegistered(userid: string): Promise<boolean> {
  const rows = await app.database.rows(
    sql`select 1 from appauth.user_account where userid = ${userid}`,
  )
  return rows.length > 0
}

async function noChangeWhileDeleted(
  username: string,
  change: (email: string) => Promise<{ messageIds: string[] }>,
) {
  const gone = `delete from appauth.user_account where userid = '${username}_harbor';`
  const answer = await whileAt("insert on myaccount_core.contact_change", gone, () =>
    change("other@example.com"),
  )
  assert.deepEqual(answer.messageIds, ["request.notFound"])
  const rows = await app.database.rows(
    sql`select 1 from policy_admin.person where email_address = 'other@example.com'
      union all select 1 from myaccount_core.contact_change`,
  )
  assert.deepEqual(rows, [])
}

test("staff cannot change an address while the registration is being deleted", async () => {
  const userid = "grace.adeyemi_harbor"
  await noChangeWhileDeleted("grace.adeyemi", (email) => staff.changeEmail(userid, email))
})

test("staff who act for the customer cannot, either", async () => {
  await staff.later({ hours: 1 })
  const siobhan = await actFor(staff.kim, "siobhan.obrien_harbor")
  await noChangeWhileDeleted("siobhan.obrien", async (email) =>
    saveEmail(staff.kim, siobhan, email),
  )
})

test("a registration is not deleted if the address changes during the approval", async () => {
  const userid = "robert.chen_harbor"
  await staff.changeEmail(userid, "robert.other@example.com")
  assert.deepEqual(said(await staff.remove(userid)), ["agent.approvalAsked"])
  const [asked] = await staff.waiting(staff.moreau)
  assert.ok(asked)
  const note = `insert into myaccount_core.contact_change (id, client, account_number, asked, asked_at)
    select gen_random_uuid(), client, account_number, json_build_object(
      'before', json_build_object('address', '{}'::json, 'phoneNumber', '', 'emailAddress', 'a'),
      'after', json_build_object('address', '{}'::json, 'phoneNumber', '', 'emailAddress', 'b'),
      'by', json_build_object('actor', json_build_object('kind', 'staff'))), now()
    from appauth.user_account where userid = '${userid}';`
  const answer = await whileAt("update on myaccount_core.staff_approval", note, () =>
    staff.decide(staff.moreau, asked.id),
  )
  assert.deepEqual(answer.messageIds, ["agent.approvalOver"])
  assert.ok(await isRegistered(userid))
  assert.equal((await staff.decide(staff.moreau, asked.id)).status, 200, "and still it waits")
  assert.ok(!(await isRegistered(userid)))
})

test("a request ends if someone else has registered with that username", async () => {
  const userid = "dorothy.lindqvist_harbor"
  await staff.changeEmail(userid, "dorothy.other@example.com")
  assert.deepEqual(said(await staff.reset(userid)), ["agent.approvalAsked"])
  const [asked] = await staff.waiting(staff.moreau)
  assert.ok(asked)
  app.clock.advance({ minutes: 1 })
  await app.database.rows(
    sql`update appauth.user_account set created_at = ${app.clock.now()} where userid = ${userid}`,
  )
  assert.deepEqual(await staff.waiting(staff.moreau), [])
  const decided = await staff.decide(staff.moreau, asked.id)
  assert.deepEqual(decided.messageIds, ["agent.approvalOver"])
})

test("staff who act for a customer have the same limit of changes in an hour as at the support site", async () => {
  await staff.later({ hours: 1 })
  const maria = await actFor(staff.kim, "maria.santos_harbor")
  const messageIds: string[][] = []
  for (let n = 0; n < 10; n += 1) {
    const saved = await saveEmail(staff.kim, maria, `maria.${n}@example.com`)
    messageIds.push(saved.messageIds)
  }
  assert.deepEqual(messageIds.at(-2), [])
  assert.deepEqual(messageIds.at(-1), ["agent.tooManyForCustomer"], "the way in was the first")
})

test("the database finds and deletes open requests of one person only, and lets nobody decide their own", async () => {
  const [userid, other] = ["frances.doyle_harbor", "anastasia.papakonstantinou_harbor"] as const
  for (const each of [userid, other]) {
    await staff.changeEmail(each, `${usernameOf(each)}@example.net`)
    await staff.remove(each)
    await staff.reset(each)
  }
  const open = (of: string, action: ApprovedAction) =>
    findOpenApproval(app.database, "harbor", of, action)
  const [asked, deletion] = [
    await open(userid, "resetPassword"),
    await open(userid, "deleteRegistration"),
  ]
  assert.deepEqual(
    [asked?.userid, asked?.action, deletion?.userid, deletion?.action],
    [userid, "resetPassword", userid, "deleteRegistration"],
  )
  const id = asked?.id ?? ""
  const decide = (by: string) =>
    decideApproval(app.database, "harbor", id, { by, at: app.clock.now(), approved: true })
  assert.equal(await decide("agent.kim"), false)
  assert.equal(await decide("agent.moreau"), true)
  assert.equal(await open(userid, "resetPassword"), undefined)

  await dropApproval(app.database, "harbor", id)
  await dropApprovalsOf(app.database, "harbor", userid)
  assert.equal(await open(userid, "deleteRegistration"), undefined)
  const kept = await app.database.rows<{ userid: string; action: string }>(
    sql`select userid, action from myaccount_core.staff_approval
      where userid in (${userid}, ${other}) order by userid, action`,
  )
  assert.deepEqual(kept, [
    { userid: other, action: "deleteRegistration" },
    { userid: other, action: "resetPassword" },
    { userid, action: "resetPassword" },
  ])
  await dropApprovalsOf(app.database, "harbor", other)
})
