import { z } from "zod"
import { personFields } from "../person-fields.ts"
import type { Account, Contact, FoundPerson, Person } from "../port.ts"
import { policy } from "./policies.ts"
import { accountNumber, planNumber, shapeOf, text } from "./values.ts"

const address = z
  .object({
    addressLine1: text,
    addressLine2: text,
    addressLine3: text,
    cityName: text,
    stateCode: text,
    zipCode: text,
  })
  .meta({ id: "Address" })

const contactFields = {
  emailAddress: text,
  phoneNumber: text.meta({ description: "Digits only; empty when there is none." }),
  address,
}
export const contact = z.object(contactFields).meta({
  id: "Contact",
  description: "The contact data that customers change themselves.",
}) satisfies z.ZodType<Contact>

const whyBlocked = z
  .object({ address: text, phoneNumber: text, email: text, save: text })
  .meta({ description: "Why changes are refused now, for each part; empty if they are accepted." })

export const person = z
  .object({
    accountNumber,
    ...shapeOf(personFields),
    ...contactFields,
    contactVersion: text.min(1).meta({
      description: "Changes with each change of the contact data by anyone, and never repeats.",
    }),
    editBlocked: whyBlocked,
    isEmailSubscribed: z.boolean(),
    policyNumber: z.union([planNumber, z.literal("")]).meta({
      description:
        "The product that identifies the person: the oldest active one, else the oldest; empty without any.",
    }),
  })
  .meta({ id: "Person" }) satisfies z.ZodType<Person>

export const foundPerson = z
  .object({ client: text, person })
  .meta({ id: "FoundPerson" }) satisfies z.ZodType<FoundPerson>

export const account = z
  .object({
    person,
    products: z.array(policy).meta({ description: "All products, in the order to show them." }),
  })
  .meta({ id: "Account" }) satisfies z.ZodType<Account>
