/** A fault of the settings or of the account at Stripe, and what to do about it. */
export interface SetupFinding {
  level: "problem" | "warning"
  text: string
}

export const keysPage = "https://dashboard.stripe.com/apikeys"

export function problem(text: string): SetupFinding {
  return { level: "problem", text }
}
