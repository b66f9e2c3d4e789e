import type { AuthorizationKind } from "#contracts/payments/authorization-rules.ts"
import * as texts from "./texts.ts"

/** How the authorization of a change is headed, and what its buttons say. */
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
