import { accountAuditLogMessages } from "./messages/account-audit-log.ts"
import { authorizationMessages } from "./messages/authorization-errors.ts"
import { autoPayMessages } from "./messages/auto-pay.ts"
import { autoPayFailureMessages } from "./messages/auto-pay-failures.ts"
import { documentMessages } from "./messages/documents.ts"
import type { CatalogueEntry, MessageType } from "./messages/entry.ts"
import { formMessages } from "./messages/form.ts"
import { paymentMessages } from "./messages/pay-now.ts"
import { paymentMethodMessages } from "./messages/payment-methods.ts"
import { profileMessages } from "./messages/profile.ts"
import { proofMessages } from "./messages/proof.ts"
import { recoveryMessages } from "./messages/recovery.ts"
import { registrationMessages } from "./messages/registration.ts"
import { requestMessages } from "./messages/request.ts"
import { signInMessages } from "./messages/sign-in.ts"
import { staffMessages } from "./messages/staff.ts"
import { staffMoneyMessages } from "./messages/staff-money.ts"

/** Every message that the server can return, in one file for each subject. */
const catalogue = {
  ...requestMessages,
  ...signInMessages,
  ...proofMessages,
  ...staffMessages,
  ...staffMoneyMessages,
  ...accountAuditLogMessages,
  ...formMessages,
  ...registrationMessages,
  ...recoveryMessages,
  ...documentMessages,
  ...paymentMessages,
  ...authorizationMessages,
  ...paymentMethodMessages,
  ...autoPayMessages,
  ...autoPayFailureMessages,
  ...profileMessages,
}

export type MessageId = keyof typeof catalogue

/** A message in the `messages` of a reply, in the form for the browser. */
export interface Message {
  type: MessageType
  content: string[]
  messageId: string
}

export const messages: Record<MessageId, CatalogueEntry> = catalogue

/** An error for the client. `server/calls/mount.ts` turns it into the error reply. */
export class ApiError extends Error {
  override name = "ApiError"
  messageId: MessageId
  values: Record<string, string>
  /**
   * Sent in the header Retry-After. A 429 without it gets the window of the limits for guessing.
   */
  retryAfterSeconds: number | undefined

  constructor(
    messageId: MessageId,
    values: Record<string, string> = {},
    retryAfterSeconds?: number,
  ) {
    super(messageId)
    this.messageId = messageId
    this.values = values
    this.retryAfterSeconds = retryAfterSeconds
  }
}
