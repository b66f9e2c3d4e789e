import { maskedEmail } from "#contracts/email-address-rules.ts"
import type { proof } from "#contracts/identity/step-up-code.ts"
import { ApiError } from "#contracts/messages.ts"
import { type AuditAction, auditedBy } from "#services/audit/audit.ts"
import type { CallRequest, Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { proveSession } from "../sessions/sessions.store.ts"
import { codeRefusal, codeRequestReply } from "./code-presenter.ts"
import { createOneTimeCodes, type Recipient } from "./one-time-codes.ts"

type ProofRequest = CallRequest<(typeof proof)["POST /appauth/proof"]>
type VerificationRequest = CallRequest<(typeof proof)["POST /appauth/proof/verification"]>

/**
 * The step-up code: a one-time code to the email address on file, which a session needs before a
 * change of credentials or of the email address.
 */
export function createStepUpCode(deps: Deps) {
  const { database, clock, audit, localize } = deps
  const codes = createOneTimeCodes(deps, { cookie: "proof", task: "confirm a change" })

  const handlers: Handlers<typeof proof> = {
    async "POST /appauth/proof"(request) {
      const { client } = request.session
      const recipient = await recipientOf(request)
      const sent = await codes.send(request, recipient)
      const email = maskedEmail(recipient.address)
      const message = await localize(client, "proof.codeSent", { email })
      return await codeRequestReply(localize, client, sent, message)
    },

    async "POST /appauth/proof/verification"(request) {
      const { session, body } = request
      const checked = await codes.check(request, session, body.passCode, async (tx) => {
        await proveSession(tx, session, clock.now())
        await audit.record(tx, entryOf("proof", request))
      })
      if (checked.outcome === "right") return { status: "SUCCESS", statusMessage: "" }
      if (checked.outcome !== "no attempt") {
        await database.transaction((tx) => audit.record(tx, entryOf("proof.failed", request)))
      }
      return await codeRefusal(localize, session.client, checked)
    },
  }

  /** Errors: `request.notFound`, `proof.noAddress`. */
  async function recipientOf({
    site,
    session,
  }: ProofRequest): Promise<Recipient & { address: string }> {
    const { client, accountNumber, userid } = session
    const person = await deps.policyAdmin.person(client, accountNumber)
    if (!person) throw new ApiError("request.notFound")
    if (person.emailAddress === "") throw new ApiError("proof.noAddress")
    return {
      subject: { client, userid },
      // A separate limit, so that an open session cannot use up the codes for signing in.
      countedUnder: `${userid} to confirm`,
      address: person.emailAddress,
      firstName: person.firstName,
      policyNumber: person.policyNumber,
      brand: await deps.brandOf(client, site.origin),
    }
  }

  return { handlers }
}

function entryOf(action: AuditAction, { session, ip }: VerificationRequest) {
  return { ...auditedBy(session, ip), action }
}
