import { randomUUID } from "node:crypto"
import { planNumberOf } from "#contracts/identity/plan-number-rules.ts"
import {
  registrationMinutes,
  registrationMinutesLeft,
} from "#contracts/identity/registration-life.ts"
import { ApiError } from "#contracts/messages.ts"
import { later } from "#platform/time.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import { type Cookies, clientsOf, type Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import {
  findRegistration,
  insertRegistration,
  type RegistrationRow,
  restartRegistration,
} from "./registration.store.ts"

/**
 * The registration of one browser. The server stores the step that it has reached, so that no step
 * can be skipped. Cookies bind the row to the browser and the person, and prove that the correct
 * code was entered.
 */
export function createRegistrationFlow({ database, clock, secrets, policyAdmin }: Deps) {
  /**
   * Begins a registration and sets the browser's cookie. If the browser has a recent registration
   * of the same person, that one starts over instead, so that its codes stay valid and the pause
   * before another code remains.
   */
  async function begin(
    cookies: Cookies,
    owner: { client: string; policyNumber: string; accountNumber: string },
  ): Promise<void> {
    const { client, policyNumber, accountNumber } = owner
    if (await startOver(cookies, owner)) return
    const secret = secrets.bound("registration", client, policyNumber, accountNumber)
    const now = clock.now()
    await insertRegistration(database, {
      id: randomUUID(),
      secretHash: secrets.hash("registration", secret),
      ...owner,
      now,
      expiresAt: later(now, { minutes: registrationMinutes }),
    })
    cookies.set("registration", secret)
  }

  async function startOver(cookies: Cookies, owner: Parameters<typeof begin>[1]): Promise<boolean> {
    const secret = cookies.get("registration")
    const { client, policyNumber, accountNumber } = owner
    const isSame =
      secret !== undefined &&
      secrets.isBound("registration", secret, client, policyNumber, accountNumber)
    if (!isSame) return false
    const until = later(clock.now(), { minutes: registrationMinutesLeft })
    const secretHash = secrets.hash("registration", secret)
    return await restartRegistration(database, client, secretHash, until)
  }

  /**
   * This browser's registration, if it is the one in the body.
   *
   * Errors: `registration.restart`.
   */
  async function find(
    { site, cookies }: { site: Site; cookies: Cookies },
    body: { planNumber: string; client?: string; accountNumber?: string },
  ): Promise<RegistrationRow> {
    const secret = cookies.get("registration")
    const flow =
      secret === undefined
        ? undefined
        : await findRegistration(
            database,
            clientsOf(site),
            secrets.hash("registration", secret),
            clock.now(),
          )
    const { client = flow?.client, accountNumber = flow?.accountNumber } = body
    const isSame =
      flow?.client === client &&
      (flow?.accountNumber === accountNumber || flow?.id === accountNumber) &&
      flow?.policyNumber === planNumberOf(body.planNumber)
    const isOwn = flow && secrets.isBound("registration", secret ?? "", ...ownerOf(flow))
    if (!isOwn || !isSame) throw new ApiError("registration.restart")
    const proof = cookies.get("registration-code") ?? ""
    const isProven = secrets.isBound("registration verified", proof, ...provenOf(flow))
    // Only the cookie proves that the code was correct. The row could be forged.
    return flow.step === "verified" && !isProven ? { ...flow, step: "person" } : flow
  }

  /** Sets the cookie that proves that the correct code was entered. */
  function setVerified(cookies: Cookies, flow: RegistrationRow): void {
    cookies.set("registration-code", secrets.bound("registration verified", ...provenOf(flow)))
  }

  /** Errors: `registration.restart`. */
  async function personOf({ client, accountNumber }: RegistrationRow): Promise<Person> {
    const person = await policyAdmin.person(client, accountNumber)
    if (!person) throw new ApiError("registration.restart")
    return person
  }

  return { begin, find, setVerified, personOf }
}

export type RegistrationFlow = ReturnType<typeof createRegistrationFlow>

/** The values that bind the secret of a registration to its person. */
function ownerOf({ client, policyNumber, accountNumber }: RegistrationRow): string[] {
  return [client, policyNumber, accountNumber]
}

function provenOf(flow: RegistrationRow): string[] {
  return [flow.id, ...ownerOf(flow)]
}
