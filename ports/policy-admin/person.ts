import type { ValuesOf } from "./declared-field.ts"
import type { personFields } from "./person-fields.ts"

export interface Person extends Contact, ValuesOf<typeof personFields> {
  accountNumber: string
  /** A version that changes with every change of the contact data by anyone. */
  contactVersion: string
  /**
   * Why the account system refuses changes of each field now; "" if it accepts them. `save` applies
   * to all fields.
   */
  editBlocked: { address: string; phoneNumber: string; email: string; save: string }
  isEmailSubscribed: boolean
  /**
   * The product that identifies the person: the oldest active one, else the oldest; "" without any.
   */
  policyNumber: string
}

/** The contact data that customers change themselves. */
export interface Contact {
  emailAddress: string
  /** Digits only; "" when there is none. */
  phoneNumber: string
  address: Address
}

export interface Address {
  addressLine1: string
  addressLine2: string
  addressLine3: string
  cityName: string
  stateCode: string
  zipCode: string
}

export interface FoundPerson {
  client: string
  person: Person
}
