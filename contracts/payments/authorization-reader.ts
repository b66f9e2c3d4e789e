import { z } from "zod"

/**
 * The person who reads an authorization, and the client that it is for. Replies contain them, so
 * that the page fills in the same facts as the server: a name may have changed in the account
 * system since the person signed in.
 */
export const authorizationReader = z.object({
  firstName: z.string(),
  lastName: z.string(),
  userid: z.string(),
  /** The staff member who enters it for the person; otherwise "". */
  csUserid: z.string(),
  clientName: z.string(),
  clientPhoneNumber: z.string(),
})

export type AuthorizationReader = z.output<typeof authorizationReader>
