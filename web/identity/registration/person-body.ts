import type { Registration } from "./registration-state.ts"

/** Who registers, as the calls after the second step name them. */
export function personBody(registration: Registration) {
  const { accountNumber = "", personNumber = "" } = registration
  const { firstName = "", lastName = "", email = "" } = registration
  // Telephone and zip code are fields of these calls that no step asks for.
  return { accountNumber, personNumber, firstName, lastName, email, phoneNumber: "", zipcode: "" }
}
