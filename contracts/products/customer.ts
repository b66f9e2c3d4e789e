import { z } from "zod"
import { nameMaxLength } from "../identity/credential-lengths.ts"
import { client } from "../shapes.ts"

/**
 * What every screen of a customer sends of the person. Each field is checked against the session
 * and widens nothing.
 */
const common = {
  client,
  accountNumber: z.string().max(40),
  /** Which product the call is about; where it is about none, the one that the person is known by. */
  policyNumber: z.string().max(40),
  userid: z.string().max(200),
  isEmailSubscribed: z.boolean(),
}

const name = z.string().max(nameMaxLength)

/** As the dashboard and the profile send it. */
export const policyHolderBody = z.object({
  ...common,
  policyHolder: z.object({ firstName: name, lastName: name }),
})

/** As products and payments send it. */
export const customerBody = z.object({ ...common, firstName: name, lastName: name })
