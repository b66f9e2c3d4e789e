import { nameMaxLength } from "#contracts/identity/credential-lengths.ts"
import type { DeclaredFields } from "./declared-field.ts"

/**
 * The fields of a person that only the account system changes, in the order of the contract. A new
 * one needs its column in a migration and its row in docs/import.md.
 */
export const personFields = {
  personNumber: {
    kind: "code",
    most: 40,
    privacy: "reference",
    sample: "P-100234",
    description:
      "Another number of the person, such as that of a household member; it may be the same.",
  },
  firstName: {
    kind: "name",
    most: nameMaxLength,
    privacy: "identity",
    sample: "Maria",
    description: "At most 100 characters. Registration compares names without case and accents.",
  },
  lastName: {
    kind: "name",
    most: nameMaxLength,
    absent: "",
    privacy: "identity",
    sample: "Santos",
    description: "Empty for a person with one name.",
  },
  dateOfBirth: {
    kind: "date",
    range: { since: "1900-01-01", ahead: 0 },
    privacy: "identity",
    sample: "1956-02-29",
    description: "The day of birth. Customers see it in their profile.",
  },
} as const satisfies DeclaredFields
