import { z } from "zod"
import { nameMaxLength } from "#contracts/identity/credential-lengths.ts"
import { isSecurityAnswer } from "#contracts/identity/security-answer-rules.ts"
import { staffRoles } from "#contracts/staff/staff-roles.ts"
import {
  client,
  emailAddress,
  key,
  password,
  refuseRepeats,
  username,
  words,
} from "#services/brands/loading/shapes.ts"
import {
  questionById,
  securityQuestions,
} from "#services/identity/credentials/security-questions.ts"

export const userFields = {
  username,
  accountNumber: key(40),
  securityQuestionId: words(40)
    .refine((id) => questionById(id) !== undefined, {
      error: `must be the number of a security question, 1 to ${securityQuestions.length}`,
    })
    .optional(),
  securityAnswer: words(100)
    .refine(isSecurityAnswer, { error: "must have a letter or a digit" })
    .optional(),
  /** Whether the person must register again before the next sign-in. */
  reactivate: z.boolean().default(false),
}

const user = z
  .strictObject({ ...userFields, password })
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
  firstName: words(nameMaxLength),
  lastName: words(nameMaxLength),
  email: emailAddress,
  /** The clients that this staff member may serve; null for all clients. */
  clients: z.union([z.literal("all").transform(() => null), z.array(client).min(1)], {
    error: 'must be "all" or a list of clients',
  }),
  /** Folders from before roles existed name none, and their staff keep their permissions. */
  roles: z.array(z.enum(staffRoles)).default(["look", "serve", "approve"]),
  /** Whether the sign-in also requires a second factor. */
  secondFactor: z.boolean().default(false),
  /** Whether the first sign-in requires a new password. */
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

/** Refuses usernames that differ only in case, which sign-in ignores. */
function usernames(entries: { username: string }[]) {
  return entries.map((entry, index) => {
    return { key: entry.username.toLowerCase(), path: [index, "username"] }
  })
}
