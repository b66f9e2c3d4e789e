import type { AuthorizationKind } from "#contracts/payments/authorization-rules.ts"
import * as texts from "./texts.ts"

/** The heading of the authorization of a change, and the labels of its buttons. */
export function confirmationOf(kind: AuthorizationKind) {
  if (kind === "frequency") {
    return {
      title: texts.changeAutoPayOrFrequency,
      agreeLabel: texts.iAgree,
      declineLabel: texts.cancelRequest,
    }
  }
  const title = kind === "remove" ? texts.confirmRemoveAutoPay : texts.paymentAuthorization
  return { title, agreeLabel: texts.iAgree, declineLabel: texts.iDoNotAgree }
}
