import { z } from "zod"
import { nameMaxLength } from "../identity/credential-lengths.ts"
import { client } from "../shapes.ts"

/**
 * What every screen of a customer sends about the person. Each field is checked against the session
 * and never extends access.
 */
const common = {
  client,
  accountNumber: z.string().max(40),
  /**
   * The product of the call. If the call is not about a product, the one that identifies the
   * person.
   */
  policyNumber: z.string().max(40),
  userid: z.string().max(200),
  isEmailSubscribed: z.boolean(),
}

const name = z.string().max(nameMaxLength)

/** The person in calls of the dashboard and the profile. */
export const policyHolderBody = z.object({
  ...common,
  policyHolder: z.object({ firstName: name, lastName: name }),
})

/** The person in calls about products and payments. */
export const customerBody = z.object({ ...common, firstName: name, lastName: name })
