import { customerSession } from "./session.ts"

/**
 * Makes a call. If the person no longer has the session's first product because it was transferred,
 * repeats the call without naming a product. If that succeeds, the call was about the whole
 * account, and the session continues without the product. The server rejects a repeated call that
 * needs one product.
 */
export async function withHeldProduct<Reply>(
  body: unknown,
  send: (body: unknown) => Promise<Reply>,
): Promise<Reply> {
  try {
    return await send(body)
  } catch (error) {
    const { user } = customerSession.get()
    const { messages } = error as { messages?: { messageId: string }[] }
    const isLost = messages?.[0]?.messageId === "product.gone" && user?.policyNumber
    if (!isLost || (body as typeof user)?.policyNumber !== user.policyNumber) throw error
    const reply = await send({ ...(body as object), policyNumber: "" })
    customerSession.start({ ...user, policyNumber: "" })
    return reply
  }
}
