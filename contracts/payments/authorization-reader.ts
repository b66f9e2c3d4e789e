import { z } from "zod"

/**
 * The person who reads an authorization, and the client that asks for it. Replies bring it, so that the
 * page fills the text with the same facts as the server: the account system may have changed a name since
 * the person signed in.
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
