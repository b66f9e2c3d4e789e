import { z } from "zod"
import { passwordMaxLength } from "#contracts/rules.ts"
import {
  client,
  emailAddress,
  refuseRepeats,
  username,
  words,
} from "#services/brands/loading/shapes.ts"
import { questionById } from "#services/identity/credentials/security-questions.ts"

const password = z
  .string()
  .min(8, { error: "must have at least 8 characters" })
  .max(passwordMaxLength)
  .refine((value) => /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value), {
    error: "must have a small letter, a capital and a digit",
  })

const user = z
  .strictObject({
    username,
    password,
    accountNumber: words(40),
    securityQuestionId: words(40)
      .refine((id) => questionById(id) !== undefined, {
        error: "is none of the security questions",
      })
      .optional(),
    securityAnswer: words(100).optional(),
    /** The account can only be registered anew. */
    reactivate: z.boolean().default(false),
  })
  .refine(
    (entry) => (entry.securityQuestionId === undefined) === (entry.securityAnswer === undefined),
    {
      error: "needs both securityQuestionId and securityAnswer, or neither",
    },
  )

export const usersFile = z.array(user).superRefine((users, context) => {
  refuseRepeats(context, "username", usernames(users))
  refuseRepeats(
    context,
    "account number",
    users.map(({ accountNumber }, index) => {
      return { key: accountNumber, path: [index, "accountNumber"] }
    }),
  )
})
export type UserEntry = z.output<typeof user>

const agent = z.strictObject({
  userid: username,
  username,
  password,
  firstName: words(60),
  lastName: words(60),
  email: emailAddress,
  /** Whose people they may serve; null: those of every client. */
  clients: z.union([z.literal("all").transform(() => null), z.array(client).min(1)], {
    error: 'must be "all" or a list of clients',
  }),
  /** Asked of them besides the password. */
  secondFactor: z.boolean().default(false),
  /** Whether the first log-in asks for a password of their own. */
  mustChangePassword: z.boolean().default(true),
})

export const staffFile = z.array(agent).superRefine((agents, context) => {
  refuseRepeats(context, "username", usernames(agents))
  refuseRepeats(
    context,
    "userid",
    agents.map(({ userid }, index) => ({ key: userid, path: [index, "userid"] })),
  )
})
export type StaffEntry = z.output<typeof agent>

/** People do not tell capitals from small letters in their username, so neither may the file. */
function usernames(entries: { username: string }[]) {
  return entries.map((entry, index) => {
    return { key: entry.username.toLowerCase(), path: [index, "username"] }
  })
}
