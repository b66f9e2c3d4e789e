import { customerSession } from "./session.ts"

/**
 * Makes a call. If the person no longer has the product that the session began with, because it was
 * transferred, the call is made again without naming a product. If that succeeds, it was about the whole
 * account, and the session goes on without the product. The server refuses a call about one product again.
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
