import type { MessageId } from "#contracts/messages.ts"
import { customerSession } from "./session.ts"

/** Calls about the whole account. Their `policyNumber` is only the product that the person is known by. */
const ofAccount = new Set([
  "POST /myaccount-core/authorizations",
  "POST /myaccount-core/comingPayments",
  "POST /myaccount-core/comingPayments/calendar",
  "POST /myaccount-core/dashboard",
  "POST /myaccount-core/nextCharges",
  "POST /myaccount-core/paymentHistory",
  "POST /myaccount-core/paymentMethods",
  "POST /myaccount-core/productSummary",
  "POST /myaccount-core/products",
  "POST /myaccount-core/profile",
])

const notFound = "request.notFound" satisfies MessageId

/**
 * Makes a call. If the person no longer has the product that the session began with, because it was
 * transferred, the session goes on without it, and a call about the whole account is made again.
 */
export async function withHeldProduct<Reply>(
  key: string,
  body: unknown,
  send: (body: unknown) => Promise<Reply>,
): Promise<Reply> {
  try {
    return await send(body)
  } catch (error) {
    const { policyNumber = "" } = (body ?? {}) as { policyNumber?: string }
    const { messages = [] } = error as { messages?: { messageId: string }[] }
    const isLost = messages.some(({ messageId }) => messageId === notFound)
    if (!isLost || policyNumber === "" || !ofAccount.has(key)) throw error
    const reply = await send({ ...(body as object), policyNumber: "" })
    const { user } = customerSession.get()
    if (user?.policyNumber === policyNumber) customerSession.start({ ...user, policyNumber: "" })
    return reply
  }
}
