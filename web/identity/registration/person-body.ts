import type { Registration } from "./registration-state.ts"

/** The person's fields in the calls after the second step. */
export function personBody(registration: Registration) {
  const { accountNumber = "", personNumber = "" } = registration
  const { firstName = "", lastName = "", email = "" } = registration
  // No step asks for the phone number and zip code, which these calls require.
  return { accountNumber, personNumber, firstName, lastName, email, phoneNumber: "", zipcode: "" }
}
