import { randomUUID } from "node:crypto"
import type { EmailMessage } from "#platform/email/email-message.ts"
import type { ChangeNotice } from "#platform/email/notice.ts"
import type { Deps } from "#services/deps.ts"
import { type RequiredEmail, requiredEmail } from "../differences/required-email.ts"
import {
  accountBlockedEmail,
  accountUnblockedEmail,
  authorizationEndedEmail,
  cardRenewedEmail,
  methodMovedEmail,
  verificationFailedEmail,
} from "./method-report-email.ts"
import {
  accountAuthorizedEmail,
  paymentMethodAddedEmail,
  paymentMethodDeletedEmail,
  type ToVerify,
  verificationReminderEmail,
} from "./payment-method-email.ts"
import { depositsText, institutionOf, methodHeader } from "./payment-method-presenter.ts"
import type { PaymentMethodRow } from "./payment-methods.store.ts"

/** What the customer agreed to when they added or authorized a bank account. */
export interface AgreedDebit {
  text: string
  at: Date
  /** Nine digits. */
  routingNumber: string
}

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
    /** `debit`: null for cards. Errors: `AccountSystemAway`. */
    async added(
      owner: Owner,
      method: PaymentMethodRow,
      debit: AgreedDebit | null,
    ): Promise<RequiredEmail> {
      const saved = { ...savedOf(method, debit), isForOnce: !method.remembered }
      return await write(owner, "added", (news) => paymentMethodAddedEmail({ ...news, ...saved }))
    },
    /** Errors: `AccountSystemAway`. */
    async authorized(
      owner: Owner,
      method: PaymentMethodRow,
      debit: AgreedDebit,
    ): Promise<RequiredEmail> {
      const saved = savedOf(method, debit)
      return await write(owner, "authorized", (news) =>
        accountAuthorizedEmail({ ...news, ...saved }),
      )
    },
    /** Errors: `AccountSystemAway`. */
    async verificationReminder(owner: Owner, method: PaymentMethodRow): Promise<RequiredEmail> {
      const toVerify = toVerifyOf(method)
      return await write(owner, "reminder", (news) =>
        verificationReminderEmail({ ...news, method: methodHeader(method), toVerify }),
      )
    },
    /** `why`: the reason as a clause. `products`: in words. Errors: `AccountSystemAway`. */
    async blocked(
      owner: Owner & PaymentMethodRow,
      why: string,
      products: string,
    ): Promise<RequiredEmail> {
      const method = methodHeader(owner)
      return await write(owner, "blocked", (news) =>
        accountBlockedEmail({ ...news, method, why, products }),
      )
    },
    /** `products`: in words. Errors: `AccountSystemAway`. */
    async moved(owner: Owner & PaymentMethodRow, products: string): Promise<RequiredEmail> {
      const method = methodHeader(owner)
      return await write(owner, "moved", (news) => methodMovedEmail({ ...news, method, products }))
    },
    /** `products`: in words. Errors: `AccountSystemAway`. */
    async unblocked(owner: Owner & PaymentMethodRow, products: string): Promise<RequiredEmail> {
      const method = methodHeader(owner)
      return await write(owner, "unblocked", (news) =>
        accountUnblockedEmail({ ...news, method, products }),
      )
    },
    /** `products`: in words. Errors: `AccountSystemAway`. */
    async authorizationEnded(
      owner: Owner & PaymentMethodRow,
      products: string,
    ): Promise<RequiredEmail> {
      const method = methodHeader(owner)
      return await write(owner, "authorization ended", (news) =>
        authorizationEndedEmail({ ...news, method, products }),
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

function savedOf(method: PaymentMethodRow, debit: AgreedDebit | null) {
  const { holderName: holder, lastFour, verifyAt } = method
  return {
    method: methodHeader(method),
    toVerify: verifyAt === "" ? null : toVerifyOf(method),
    authorization: debit && { ...debit, holder, lastFour, institution: institutionOf(method) },
  }
}

function toVerifyOf({ verifyAt, deposits }: PaymentMethodRow): ToVerify {
  return { address: verifyAt, deposits: depositsText(deposits) }
}
