import type { AuthorizationKind } from "#contracts/payments/authorization-rules.ts"

/** How the authorization of a change is headed, and what its buttons say. */
export function confirmationOf(kind: AuthorizationKind) {
  if (kind === "frequency") {
    return {
      title: "Change Auto Pay or Frequency",
      agreeLabel: "I Agree",
      declineLabel: "Cancel Request",
    }
  }
  const title = kind === "remove" ? "Confirm Remove Auto Pay" : "Payment Authorization"
  return { title, agreeLabel: "I Agree", declineLabel: "I Do Not Agree" }
}
