import { ApiError } from "#contracts/messages.ts"
import type { providerSignIn } from "#contracts/staff/provider-sign-in.ts"
import type { Queries } from "#database/sql.ts"
import { later, milliseconds } from "#platform/time.ts"
import {
  type KeptSignIn,
  type ProvenPerson,
  ProviderAway,
  ProviderRefused,
  SignInDenied,
} from "#ports/identity-provider/port.ts"
import type { Handlers, Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { type LimitedStep, limitSignInStep } from "#services/identity/sign-in/limited-sign-in.ts"
import { auditedSignIn, openStaffSession, type StaffRequest } from "../accounts/staff-session.ts"
import type { ProviderAccounts, Settled } from "./provider-accounts.ts"
import {
  findProviderAttempt,
  insertProviderAttempt,
  takeProviderAttempt,
} from "./provider-attempts.store.ts"
import type { StaffProvider } from "./staff-sign-in-ways.ts"

const counted: LimitedStep = { site: "staff", step: "provider" }

/** How long staff can take for the sign-in at the provider. */
const attemptMinutes = 10

interface Attempt {
  provider: string
  host: string
  kept: KeptSignIn
}

type FinishRequest = StaffRequest & { body: { provider: string; answer: string } }

const messageOf = {
  "no group": "provider.noGroup",
  "unclear groups": "provider.unclearGroups",
  disabled: "staff.disabled",
  "other issuer": "provider.refused",
} as const satisfies Record<Exclude<Settled["kind"], "open">, string>

/** The sign-in of staff with an identity provider of the company. */
export function createProviderSignIn(deps: Deps, { settle }: Pick<ProviderAccounts, "settle">) {
  const { database, clock, secrets, seal, audit, log, signInMetrics } = deps
  const { providers } = deps.staffSignIn

  const handlers: Handlers<typeof providerSignIn> = {
    async "POST /appauth/staff/providers/begin"({ site, cookies, body }) {
      const provider = providerOf(body.provider)
      // The cookie belongs to one host, and the provider redirects to the main host.
      if (new URL(site.origin).hostname !== site.host) return { address: `${site.origin}/` }
      const begun = await begunAt(provider, `${site.origin}/log-in/${provider.name}`)
      if (begun instanceof Error) throw new ApiError("provider.away", { provider: provider.label })
      const { address, kept } = begun
      const secret = secrets.random()
      const secretHash = hashOf(secret)
      const attempt: Attempt = { provider: provider.name, host: site.host, kept }
      await insertProviderAttempt(database, {
        secretHash,
        sealed: seal.seal(JSON.stringify(attempt), purposeOf(secretHash)),
        expiresAt: later(clock.now(), { minutes: attemptMinutes }),
      })
      cookies.set("provider", secret, milliseconds({ minutes: attemptMinutes }) / 1000)
      return { address }
    },

    async "POST /appauth/staff/providers/finish"(request) {
      return await limitSignInStep(signInMetrics, counted, () => finish(request))
    },
  }

  async function finish(request: FinishRequest) {
    const { site, cookies, body } = request
    const provider = providerOf(body.provider)
    const secret = cookies.get("provider")
    const found = secret === undefined ? undefined : await attemptOf(secret, findProviderAttempt)
    // A newer sign-in from another tab of this browser continues.
    if (found && isOfOther(found, body.answer)) {
      await recordFailure(request, provider, "another attempt")
      throw new ApiError("provider.otherTab", { provider: provider.label })
    }
    const attempt = secret === undefined ? undefined : await attemptOf(secret, takeProviderAttempt)
    cookies.clear("provider")
    if (!attempt) throw new ApiError("provider.restart", { provider: provider.label })
    // An answer that arrived at the address of another provider or host is never sent to this
    // provider.
    if (attempt.provider !== provider.name || attempt.host !== site.host) {
      await recordFailure(request, provider, "another provider")
      throw new ApiError("provider.refused", { provider: provider.label })
    }
    const person = await proven(request, provider, attempt.kept)
    const { user, wrong } = await database.transaction((tx) => admit(tx, request, provider, person))
    if (user) return { ...user, messages: [] }
    await recordFailure(request, provider, wrong)
    throw new ApiError(messageOf[wrong], { provider: provider.label })
  }

  /**
   * A provider that is unavailable at the start counts as a failed sign-in, because no later call
   * would count it.
   */
  async function begunAt(provider: StaffProvider, returnTo: string) {
    try {
      return await asked(provider, () => provider.openid.begin(returnTo))
    } catch (error) {
      signInMetrics.signIns.inc({ ...counted, result: "failed" })
      throw error
    }
  }

  async function admit(
    tx: Queries,
    request: StaffRequest,
    provider: StaffProvider,
    person: ProvenPerson,
  ) {
    const settled = await settle(tx, provider, person, request.ip)
    if (settled.kind !== "open") return { wrong: settled.kind }
    const by = `identity provider ${provider.name}`
    const user = await openStaffSession(tx, deps, request, settled.account, by, person.sid)
    return { user }
  }

  async function proven(
    request: FinishRequest,
    provider: StaffProvider,
    kept: KeptSignIn,
  ): Promise<ProvenPerson> {
    const person = await asked(provider, () => provider.openid.finish(kept, request.body.answer))
    if (!(person instanceof Error)) return person
    const isDenied = person instanceof SignInDenied
    await recordFailure(request, provider, isDenied ? "stopped at the provider" : person.message)
    const message = isDenied ? "provider.denied" : "provider.refused"
    throw new ApiError(message, { provider: provider.label })
  }

  /** Returns the provider's reply, including a refusal. Errors: `provider.away`. */
  async function asked<Result>(provider: StaffProvider, work: () => Promise<Result>) {
    const said = await work().catch((error: unknown) => {
      const isWord = error instanceof ProviderRefused || error instanceof SignInDenied
      if (isWord || error instanceof ProviderAway) return error
      throw error
    })
    if (!(said instanceof ProviderAway)) return said
    log.warn({ provider: provider.name, reason: said.message }, "An identity provider is away.")
    throw new ApiError("provider.away", { provider: provider.label })
  }

  async function attemptOf(
    secret: string,
    read: typeof takeProviderAttempt,
  ): Promise<Attempt | undefined> {
    const secretHash = hashOf(secret)
    const sealed = await read(database, secretHash, clock.now())
    return sealed && (JSON.parse(seal.unseal(sealed, purposeOf(secretHash))) as Attempt)
  }

  async function recordFailure(
    request: { site: Site; ip: string },
    { name }: StaffProvider,
    wrong: string,
  ): Promise<void> {
    await database.transaction((tx) =>
      audit.record(tx, {
        ...auditedSignIn(request, null),
        action: "signIn.failed",
        actor: { kind: "visitor" },
        after: { wrong, provider: name },
      }),
    )
  }

  function providerOf(name: string): StaffProvider {
    const provider = providers.find((one) => one.name === name)
    if (!provider) throw new ApiError("request.notFound")
    return provider
  }

  const hashOf = (secret: string) => secrets.hash("provider attempt", secret)

  return { handlers }
}

/** Whether the browser sent the answer to another attempt: each attempt has its own state. */
function isOfOther({ kept }: Attempt, answer: string): boolean {
  const state = new URLSearchParams(answer).get("state")
  return state !== null && state !== kept.state
}

/** The purpose that binds the sealed data to the browser's secret. */
function purposeOf(secretHash: Buffer): string {
  return `appauth.provider_attempt ${secretHash.toString("hex")}`
}
