// @prove-also models

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { ApiError } from "#contracts/messages.ts"
import { sql } from "#database/sql.ts"
import { payloadOf } from "#testing/browser.ts"
import { type DirectCalls, startDirectCalls } from "#testing/direct-calls.ts"
import { isFullSize, modelSeeds } from "#testing/model-seeds.ts"
import { createRandom, type Random } from "#testing/random.ts"
import { maria, ticketIn } from "#testing/recovery.ts"
import { ana, type Registrant } from "#testing/registration.ts"
import type { CookieName } from "../call-request.ts"

const walkers = 32
/** Rounds for each seed. */
const rounds = isFullSize ? 26 : 7
const callsARound = 4

let app: DirectCalls
/**
 * Everyone who can be registered: all people of Harbor with an address, except Maria, who forgets
 * her credentials.
 */
let registrants: Registrant[]

before(async () => {
  app = await startDirectCalls(ana.host)
  await app.database.rows(
    sql`delete from appauth.user_account where username <> ${maria.username} and not reactivate`,
  )
  registrants = await app.database.rows<Registrant>(
    sql`select distinct on (account_number) ${ana.host} as host, client,
        policy_number as plan_number, account_number,
        first_name, last_name, email_address as email
      from policy_admin.person join policy_admin.policy using (client, account_number)
      where client = ${ana.client} and email_address not in ('', ${maria.email})
      order by account_number`,
  )
})

after(() => app.close())

type Step = "none" | "number" | "person" | "verified"

/**
 * One browser. A walker who reads the emails may prove things; strangers have all other
 * information.
 */
interface Walker {
  readsMail: boolean
  random: Random
  cookies: Map<CookieName, string>
  /** The step that the responses so far allow this browser, as the test tracks it. */
  step: Step
  about: Registrant
  beganAt: number
}

/** The changes made by accepted calls. The database must contain these and no others. */
const made: string[] = []
const passwordsSet: string[] = []
const tally = { calls: 0, refused: 0, verified: 0, made: 0, reset: 0 }

async function call(walker: Walker, ...[key, body, params]: Call): Promise<object | ApiError> {
  const reply = await app.call(walker.cookies, key, body, params)
  tally.calls += 1
  if (reply instanceof ApiError) tally.refused += 1
  return reply
}

type Call = Parameters<DirectCalls["call"]> extends [unknown, ...infer Rest] ? Rest : never

/** The text that a person types, with or without access to this walker's mailbox. */
async function secretFor(
  { readsMail, random }: Walker,
  to: string,
  find: (text: string) => string,
) {
  if (readsMail) await app.settle()
  const found = app.mailbox
    .messages()
    .filter((mail) => mail.to === to)
    .map(({ text }) => find(text))
    .filter((secret) => secret !== "")
  // Picks one of the two newest: mostly the right one, and sometimes another browser's.
  const chosen = readsMail ? found[random.below(2)] : undefined
  return (
    chosen ?? random.pick(["000000", "123456", String(random.below(1_000_000)).padStart(6, "0")])
  )
}

const codeIn = (text: string) => text.match(/\b\d{6}\b/)?.[0] ?? ""

const actions: ((walker: Walker) => Promise<void>)[] = [
  async function number(walker) {
    const { random } = walker
    const about = random.pick(registrants)
    const reply = await call(walker, "POST /appauth/registration/policyNumber", {
      planNumber: random.pick([about.planNumber, about.planNumber, "4999999999"]),
      client: "harbor",
    })
    if (reply instanceof ApiError) return
    Object.assign(walker, { step: "number", about, beganAt: app.clock.now().getTime() })
  },
  async function person(walker) {
    const { random } = walker
    const reply = await call(walker, "POST /appauth/registration/personalInfo", {
      ...bodyOf(walker),
      lastName: random.pick([walker.about.lastName, walker.about.lastName, "Nobody"]),
      email: random.pick([walker.about.email, walker.about.email, "stranger@example.com"]),
      destinationType: "email",
      phase: "registration",
    })
    if (reply instanceof ApiError) return
    assert.notEqual(walker.step, "none", "a name was taken without a number")
    walker.step = "person"
  },
  async function verify(walker) {
    const reply = await call(walker, "POST /appauth/registration/accountVerification", {
      ...bodyOf(walker),
      passCode: await secretFor(walker, walker.about.email, codeIn),
    })
    if (reply instanceof ApiError || !("verified" in reply) || !reply.verified) return
    assert.ok(["person", "verified"].includes(walker.step), "a code was taken without a name")
    assert.ok(walker.readsMail, "a stranger guessed a code")
    tally.verified += 1
    walker.step = "verified"
  },
  async function complete(walker) {
    const { random } = walker
    const reply = await call(walker, "POST /appauth/registration", {
      ...bodyOf(walker),
      hostName: ana.host,
      username: `walker.${random.below(1_000)}`,
      password: "Lantern-2027",
      securityQuestion: "2",
      securityAnswer: "Lisbon",
      clientLoginIp: "",
    })
    if (reply instanceof ApiError) return
    assert.equal(walker.step, "verified", "an account was made without a code")
    assert.ok(app.clock.now().getTime() - walker.beganAt < 3_600_000, "of an expired registration")
    made.push((reply as { userid: string }).userid)
    tally.made += 1
    walker.step = "none"
  },
  async function resend(walker) {
    await call(walker, "POST /appauth/passcode/resend", bodyOf(walker))
  },
  async function forgotUsername(walker) {
    const { random } = walker
    await call(walker, "POST /appauth/forgotUsername", {
      certificateNo: random.pick([maria.certificateNo, ana.planNumber]),
      firstName: "Maria",
      lastName: "Santos",
      emailAddress: maria.email,
      client: "harbor",
      hostName: ana.host,
    })
  },
  async function question(walker) {
    const { random } = walker
    const params = {
      username: random.pick([maria.username, maria.username, maria.username, "nobody"]),
      client: "harbor",
    }
    const key = "GET /appauth/forgotPassword/userName/{username}/client/{client}"
    await call(walker, key, {}, params)
  },
  async function answer(walker) {
    const { random } = walker
    await call(walker, "POST /appauth/forgotPassword", {
      securityAnswer: random.pick([maria.answer, maria.answer, maria.answer, "Lisbon"]),
      username: maria.username,
      hostName: ana.host,
      isCustomerUser: true,
    })
  },
  async function reset(walker) {
    const ticket = (text: string) => ticketIn({ text })
    const reply = await call(walker, "POST /appauth/resetPassword", {
      password: "Lantern-2027",
      ticket: await secretFor(walker, maria.email, ticket),
      hostName: ana.host,
      client: "harbor",
    })
    if (reply instanceof ApiError) return
    assert.ok(walker.readsMail, "a stranger reset a password")
    passwordsSet.push((reply as { userid: string }).userid)
    tally.reset += 1
  },
]

function bodyOf({ about }: Walker) {
  const { planNumber, accountNumber, firstName, lastName, email, client } = about
  const { userDeviceInfo } = payloadOf({ username: "", password: "", emailAddress: "" })
  return {
    planNumber,
    policyNumber: planNumber,
    accountNumber,
    firstName,
    lastName,
    email,
    client,
    hostName: ana.host,
    clientName: "",
    personNumber: "",
    phoneNumber: "",
    zipcode: "",
    userDeviceInfo,
  }
}

async function passwords(): Promise<Map<string, string>> {
  const rows = await app.database.rows<{ userid: string; hash: string }>(
    sql`select userid, password_hash as hash from appauth.user_account`,
  )
  return new Map(rows.map(({ userid, hash }) => [userid, hash]))
}

// The seed determines the calls. The order in which they arrive depends on the machine.
test("calls in random order create no account and set no password without proof, and reach every step", async (t) => {
  const seeds = modelSeeds()
  for (const seed of seeds) await t.test(`seed ${seed}`, () => callInRandomOrder(seed))
  assert.ok(tally.calls >= seeds.length * walkers * rounds * callsARound)
  for (const [what, count] of Object.entries(tally)) {
    assert.ok(count > 0, `none ${what}: ${JSON.stringify(tally)}`)
  }
})

/**
 * Two walkers who read their emails and always take the next step with the right texts, because
 * short random walks may never finish a registration or a recovery.
 */
const registering = 0
const recovering = 2
const firstChoices: Random = { below: () => 0, pick: (items) => items[0] as (typeof items)[number] }
const recovery = actions.slice(-3)

async function callInRandomOrder(seed: number): Promise<void> {
  const timing = createRandom(seed)
  const people: Walker[] = Array.from({ length: walkers }, (_, index) => ({
    readsMail: index % 2 === 0,
    random:
      index === registering || index === recovering ? firstChoices : createRandom(seed + index + 1),
    cookies: new Map(),
    step: "none",
    about: ana,
    beganAt: 0,
  }))
  let known = await passwords()
  for (let round = 0; round < rounds; round += 1) {
    made.length = 0
    passwordsSet.length = 0
    await Promise.all(
      people.map(async (walker, index) => {
        for (let n = 0; n < callsARound; n += 1) {
          // Choose the next step more often than chance would, so that enough walks get far.
          const next = ["none", "number", "person", "verified"].indexOf(walker.step)
          const { random } = walker
          const mixed = random.below(3) === 0 ? actions[next] : random.pick(actions)
          const action = index === recovering ? recovery[n % recovery.length] : mixed
          await action?.(walker)
        }
      }),
    )
    const found = await passwords()
    const appeared = [...found.keys()].filter((userid) => !known.has(userid))
    assert.deepEqual(appeared.sort(), made.toSorted(), "accounts made are those answered for")
    const changed = [...found].filter(([userid, hash]) => (known.get(userid) ?? hash) !== hash)
    assert.deepEqual(
      changed.map(([userid]) => userid),
      [...new Set(passwordsSet)],
      "passwords set are those answered for",
    )
    // Lets the next rounds register them again.
    await app.database.rows(
      sql`delete from appauth.user_account where userid = any(${appeared}::text[])`,
    )
    known = await passwords()
    app.clock.advance({ minutes: timing.pick([1, 20, 61, 61]) })
  }
}
