import type { Registration } from "./registration-state.ts"

/** The person's fields in the calls after the second step. */
export function personBody(registration: Registration) {
  const { accountNumber = "", personNumber = "" } = registration
  const { firstName = "", lastName = "", email = "" } = registration
  // These calls require a phone number and zip code, for which no step asks.
  return { accountNumber, personNumber, firstName, lastName, email, phoneNumber: "", zipcode: "" }
}
