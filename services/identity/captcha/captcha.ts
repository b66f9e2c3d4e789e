import { type CaptchaAction, captchaActions } from "#contracts/identity/captcha.ts"
import type { security } from "#contracts/identity/security.ts"
import { ApiError } from "#contracts/messages.ts"
import { later } from "#platform/time.ts"
import type { Solved } from "#ports/captcha/port.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { isUsedProof, useProof } from "./captcha.store.ts"

/** How long a solved proof is valid: long enough to fill in the form. */
const lifeMinutes = 20

type SecurityHandlers = Pick<
  Handlers<typeof security>,
  "GET /appauth/security/challenge" | "POST /appauth/security/bot"
>

/** Proofs of work. Each is valid for one call of one action at one host, for a limited time. */
export function createCaptcha({ database, clock, secrets, captcha }: Deps) {
  const handlers: SecurityHandlers = {
    async "GET /appauth/security/challenge"({ site, query }) {
      const expiresAt = later(clock.now(), { minutes: lifeMinutes })
      return await captcha.challenge(purposeOf(query.action, site.host), expiresAt)
    },
    async "POST /appauth/security/bot"({ site, body }) {
      const purposes = captchaActions.map((action) => purposeOf(action, site.host))
      const solved = await live(body.token, purposes)
      return {
        isBot: !solved || (await isUsedProof(database, secrets.hash("captcha proof", solved.id))),
      }
    },
  }

  /**
   * Uses up the proof of a call that requires one.
   *
   * Errors: `captcha.bot` if the proof is missing or not valid for this action, host and time.
   */
  async function consume(action: CaptchaAction, host: string, proof: string): Promise<void> {
    const solved = await live(proof, [purposeOf(action, host)])
    const spent =
      solved &&
      (await useProof(database, secrets.hash("captcha proof", solved.id), solved.expiresAt))
    if (!spent) throw new ApiError("captcha.bot")
  }

  async function live(proof: string, purposes: string[]): Promise<Solved | undefined> {
    const solved = await captcha.read(proof)
    const isLive = solved && solved.expiresAt > clock.now() && purposes.includes(solved.purpose)
    return isLive ? solved : undefined
  }

  return { handlers, consume }
}

function purposeOf(action: CaptchaAction, host: string): string {
  return `${action} ${host}`
}
