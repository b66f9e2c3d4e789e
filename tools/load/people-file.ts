import { z } from "zod"
import type { PersonRecord } from "#ports/policy-admin/embedded/people.load.ts"
import { type ProductEntry, productIn } from "./product-in-file.ts"
import { dateFrom, emailAddress, refuseRepeats, text, words } from "./shapes.ts"

const address = z.strictObject({
  addressLine1: words(30),
  addressLine2: text(30).default(""),
  addressLine3: text(30).default(""),
  cityName: words(30),
  stateCode: z.string().regex(/^[A-Z]{2}$/, { error: "must be a state's two capitals" }),
  zipCode: z.string().regex(/^\d{5}(-\d{4})?$/, { error: "must be a zip code" }),
})

/**
 * The people of one client, as the account system will hold them. `today` is what the file's
 * relative dates count from, so that an example never grows stale.
 */
export function peopleFile(today: Temporal.PlainDate) {
  const date = dateFrom(today)
  const person = z.strictObject({
    accountNumber: words(40),
    personNumber: words(40),
    firstName: words(60),
    lastName: words(60),
    dateOfBirth: date,
    emailAddress: emailAddress.or(z.literal("")),
    phoneNumber: z
      .string()
      .regex(/^(\d{10})?$/, { error: "must be 10 digits, or empty" })
      .default(""),
    isEmailSubscribed: z.boolean().default(true),
    address,
    products: z.array(productIn(date)).default([]),
  })
  return z
    .array(person)
    .superRefine((people, context) => {
      refuseRepeats(
        context,
        "account number",
        people.map(({ accountNumber }, index) => {
          return { key: accountNumber, path: [index, "accountNumber"] }
        }),
      )
      refuseRepeats(
        context,
        "plan number",
        people.flatMap(({ products }, index) =>
          products.map(({ policyNumber }, position) => {
            return { key: policyNumber, path: [index, "products", position, "policyNumber"] }
          }),
        ),
      )
    })
    .transform((people): PersonRecord[] =>
      people.map(({ products, ...person }) => ({ person, products: products.map(asDetail) })),
    )
}

function asDetail({
  additionalInsured,
  riders,
  documents,
  correspondences,
  ...policy
}: ProductEntry): PersonRecord["products"][number] {
  return {
    policy,
    additionalInsured,
    riders: riders.map((rider) => ({ ...rider, policyNumber: policy.policyNumber })),
    documents,
    correspondences,
  }
}
