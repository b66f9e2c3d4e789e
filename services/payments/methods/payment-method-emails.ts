import { addressed } from "#platform/email/email-message.ts"
import type { Email } from "#ports/mail/port.ts"
import type { Deps } from "#services/deps.ts"
import { cardRenewedEmail, verificationFailedEmail } from "./method-report-email.ts"
import { paymentMethodAddedEmail, paymentMethodDeletedEmail } from "./payment-method-email.ts"
import { methodHeader } from "./payment-method-presenter.ts"
import type { PaymentMethodRow } from "./payment-methods.store.ts"

interface Owner {
  client: string
  accountNumber: string
  siteAddress: string
}

/** Security notices, also to customers who unsubscribed; null without an email address. */
export function createMethodEmails({ policyAdmin, clock, brandOf }: Deps) {
  async function about({ client, accountNumber, siteAddress }: Owner) {
    const person = await policyAdmin.person(client, accountNumber)
    if (!person || person.emailAddress === "") return null
    const brand = await brandOf(client, siteAddress)
    return { to: person.emailAddress, brand, firstName: person.firstName, at: clock.now() }
  }

  return {
    /** Errors: `AccountSystemAway`. */
    async added(owner: Owner, method: string, verifyAt: string): Promise<Email | null> {
      const news = await about(owner)
      if (!news) return null
      return addressed(paymentMethodAddedEmail({ ...news, method, verifyAt }), news.brand, news.to)
    },
    /** About a method as the gateway reports it; null if the customer knows. Errors: `AccountSystemAway`. */
    async reported(
      owner: Owner,
      before: PaymentMethodRow,
      now: PaymentMethodRow,
    ): Promise<Email | null> {
      const isRenewed = now.kind === "card" && now.lastFour !== before.lastFour
      const isLonger = now.kind === "card" && now.expirationDate !== before.expirationDate
      if (!isRenewed && !isLonger && !now.verificationFailed) return null
      const news = await about(owner)
      if (!news) return null
      const method = methodHeader(before)
      const content = now.verificationFailed
        ? verificationFailedEmail({ ...news, method })
        : cardRenewedEmail({ ...news, method, now: methodHeader(now), ...now })
      return addressed(content, news.brand, news.to)
    },
    /** `products` in words; "" where no auto pay ends. Errors: `AccountSystemAway`. */
    async deleted(owner: Owner, method: string, products: string): Promise<Email | null> {
      const news = await about(owner)
      if (!news) return null
      return addressed(
        paymentMethodDeletedEmail({ ...news, method, products }),
        news.brand,
        news.to,
      )
    },
  }
}
