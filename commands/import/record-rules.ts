import { z } from "zod"
import { datesFrom } from "#services/brands/loading/plausible.ts"
import { addressInFile, key, password, planNumber, words } from "#services/brands/loading/shapes.ts"
import { type MethodInFile, methodIn } from "../load/method-in-file.ts"
import { personShape } from "../load/people-file.ts"
import {
  balanceFields,
  checkBalance,
  checkCoverage,
  checkTerms,
  documentFields,
  productIn,
  productShape,
  termFields,
} from "../load/product-in-file.ts"
import { userFields } from "../load/users-file.ts"

/** The kinds of records in the order in which an import writes them. */
export const recordKinds = [
  "person",
  "payment-method",
  "product",
  "bill",
  "document",
  "user",
] as const
export type RecordKind = (typeof recordKinds)[number]

/**
 * File names begin with the kind of their records, such as `people.csv` or `people-2026-03.ndjson`.
 */
export const fileNames: Record<RecordKind, string> = {
  person: "people",
  "payment-method": "payment-methods",
  product: "products",
  bill: "bills",
  document: "documents",
  user: "users",
}

/** A password, or its hash: services/identity/credentials/imported-hash.ts. */
const user = z
  .strictObject({
    username: userFields.username,
    password: password.optional(),
    passwordHash: words(400).optional(),
    accountNumber: userFields.accountNumber,
    securityQuestionId: userFields.securityQuestionId,
    securityAnswer: userFields.securityAnswer,
    securityAnswerHash: words(400).optional(),
    reactivate: userFields.reactivate,
  })
  .refine(({ password: plain, passwordHash }) => isOneOf(plain, passwordHash), {
    error: "needs either password or passwordHash",
  })
  .refine(
    ({ securityQuestionId, securityAnswer, securityAnswerHash }) =>
      securityQuestionId === undefined
        ? securityAnswer === undefined && securityAnswerHash === undefined
        : isOneOf(securityAnswer, securityAnswerHash),
    { error: "needs both securityQuestionId and securityAnswer or its hash, or neither" },
  )
export type ImportedUser = z.output<typeof user>

function isOneOf(one: string | undefined, other: string | undefined): boolean {
  return (one === undefined) !== (other === undefined)
}

/** The rules of each kind of record, which are those of the folder that `npm run my-account -- load` reads. */
export function recordRules(today: Temporal.PlainDate) {
  const dates = datesFrom(today, "2026-03-31")
  const methodInFile = methodIn(today)
  const own = { accountNumber: key(40) }
  const method = { ...own, address: addressInFile }
  return {
    person: z.strictObject({
      ...personShape(dates),
      paymentMethods: z.array(methodInFile).optional(),
      products: z.array(productIn(dates)).optional(),
    }),
    "payment-method": z.discriminatedUnion(
      "kind",
      methodInFile.options.map((option) => z.strictObject({ ...option.shape, ...method })) as never,
    ) as z.ZodType<MethodInFile & z.output<z.ZodObject<typeof method>>>,
    product: z
      .strictObject({
        ...own,
        position: z.number().int().min(0).max(100_000).optional(),
        ...productShape(dates),
        billing: z.strictObject(termFields).superRefine(checkTerms),
      })
      .superRefine(checkCoverage),
    bill: z
      .strictObject({ policyNumber: planNumber, ...balanceFields(dates) })
      .superRefine(checkBalance),
    document: z.strictObject({
      policyNumber: planNumber,
      ...documentFields(dates),
      documentFile: words(100).optional(),
      isCorrespondence: z.boolean().default(false),
    }),
    user,
  }
}
export type RecordRules = ReturnType<typeof recordRules>
