import { randomUUID } from "node:crypto"
import type { EmailMessage } from "#platform/email/email-message.ts"
import type { ChangeNotice } from "#platform/email/notice.ts"
import type { Deps } from "#services/deps.ts"
import { type RequiredEmail, requiredEmail } from "../paying/required-email.ts"
import { cardRenewedEmail, verificationFailedEmail } from "./method-report-email.ts"
import { paymentMethodAddedEmail, paymentMethodDeletedEmail } from "./payment-method-email.ts"
import { methodHeader } from "./payment-method-presenter.ts"
import type { PaymentMethodRow } from "./payment-methods.store.ts"

interface Owner {
  client: string
  accountNumber: string
  siteAddress: string
}

/** Security notices, sent even to customers who unsubscribed. */
export function createMethodEmails(deps: Deps) {
  const { clock } = deps

  async function write(
    owner: Owner,
    what: string,
    compose: (news: ChangeNotice) => EmailMessage,
  ): Promise<RequiredEmail> {
    const notice = { name: "payment method", id: `${what} ${randomUUID()}` } as const
    return await requiredEmail(deps, owner, notice, (to) => compose({ ...to, at: clock.now() }))
  }

  return {
    /** Errors: `AccountSystemAway`. */
    async added(owner: Owner, method: string, verifyAt: string): Promise<RequiredEmail> {
      return await write(owner, "added", (news) =>
        paymentMethodAddedEmail({ ...news, method, verifyAt }),
      )
    },
    /**
     * Email about a change that the gateway reports; null if the customer made it. Errors:
     * `AccountSystemAway`.
     */
    async reported(
      owner: Owner,
      before: PaymentMethodRow,
      now: PaymentMethodRow,
    ): Promise<RequiredEmail | null> {
      const isRenewed = now.kind === "card" && now.lastFour !== before.lastFour
      const isLonger = now.kind === "card" && now.expirationDate !== before.expirationDate
      if (!isRenewed && !isLonger && !now.verificationFailed) return null
      const method = methodHeader(before)
      return await write(owner, "changed", (news) =>
        now.verificationFailed
          ? verificationFailedEmail({ ...news, method })
          : cardRenewedEmail({ ...news, method, now: methodHeader(now), ...now }),
      )
    },
    /** `products`: in words; "" if no auto pay ends. Errors: `AccountSystemAway`. */
    async deleted(owner: Owner, method: string, products: string): Promise<RequiredEmail> {
      return await write(owner, "deleted", (news) =>
        paymentMethodDeletedEmail({ ...news, method, products }),
      )
    },
  }
}
