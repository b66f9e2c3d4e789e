import assert from "node:assert/strict"
import type { Endpoint } from "#contracts/endpoint.ts"
import { isStaffCallRole } from "#contracts/endpoint.ts"
import { endpoints } from "#contracts/endpoints.ts"
import type { Statement } from "#database/sql.ts"
import type { TestApp } from "#testing/app.ts"
import { giveRoles } from "#testing/staff-roles.store.ts"
import { callOf, type Key, send } from "../roles/calls-fixture.ts"
import {
  awaken,
  customerAt,
  type Person,
  payerOf,
  type Subject,
  staffOf,
  subjectOf,
} from "../roles/people-fixture.ts"
import { recordCalls } from "./recorded-calls-fixture.ts"

const harbor = "harbor.localhost"
const trades = "trades.localhost"

/** The calls that need a session; calls that end something come last. */
export const guarded = (Object.entries(endpoints) as [Key, Endpoint][])
  .filter(([, { role }]) => role !== "anonymous")
  .map(([key]) => key)
  .toSorted((one, other) => rankOf(one) - rankOf(other))

function rankOf(key: Key): number {
  if (key === "PUT /appauth/staff/password") return 2
  return key.startsWith("DELETE ") ? 1 : 0
}

/** A person who makes calls, and the customer whom the calls concern. */
export interface Actor {
  who: Person
  of: Subject
}

/** Maria and a staff member who works on her account, with everything that each call needs. */
export async function demoActors(app: TestApp): Promise<(key: Key) => Actor> {
  const maria = customerAt(app, harbor, "maria.santos")
  const customer = { who: maria, of: await payerOf(app, maria, "harbor") }
  const staff = { who: staffOf(app, "agent.moreau"), of: customer.of }
  await giveRoles(app.database, "agent.moreau")
  // After changing an email address, a staff member cannot use it to act on the account, so another
  // one makes that change.
  const changer = { who: staffOf(app, "agent.kim"), of: customer.of }
  // Only members of a union are transferred to another host.
  const tom = customerAt(app, trades, "tom.reilly")
  const member = { who: tom, of: await subjectOf(app, tom, "electricians") }
  return (key) => {
    if (key === "POST /appauth/handoff") return member
    if (key === "PUT /myaccount-core/agent/email") return changer
    return isStaffCallRole(endpoints[key].role) ? staff : customer
  }
}

/** A customer of Harbor Mutual, signed in. */
export async function customerNamed(app: TestApp, username: string): Promise<Actor> {
  const who = customerAt(app, harbor, username)
  return { who, of: await subjectOf(app, who, "harbor") }
}

/** Makes each of these calls once, and returns the statements that it sends. */
export async function makeCalls(
  app: TestApp,
  actorOf: (key: Key) => Actor,
  keys: readonly Key[],
): Promise<Map<Key, Statement[]>> {
  const recorded = recordCalls(app)
  const made = new Map<Key, Statement[]>()
  try {
    for (const key of keys) {
      const { who, of } = actorOf(key)
      await awaken(who)
      const call = await callOf(app, key, who, of)
      // The first call after fifteen seconds also records that the session is in use.
      await awaken(who)
      recorded.take()
      const answer = await send(who, key, call)
      assert.equal(answer.status, 200, `${key}: ${answer.text}`)
      made.set(key, recorded.take())
    }
    return made
  } finally {
    recorded.end()
  }
}

/**
 * The number of statements that count: a process reads brand data every five seconds rather than in
 * each call, so these are left out.
 */
export function counted(statements: readonly Statement[]): number {
  return statements.filter(({ text }) => !isOfBrands(text)).length
}

function isOfBrands(text: string): boolean {
  return text.includes(" appcontent.") && !text.includes(" appauth.")
}
