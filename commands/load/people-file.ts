import { z } from "zod"
import type { PersonRecord } from "#ports/policy-admin/embedded/people.load.ts"
import { personFields } from "#ports/policy-admin/person-fields.ts"
import type { NamedDocument } from "#services/brands/loading/document-files.ts"
import { type Dates, datesFrom } from "#services/brands/loading/plausible.ts"
import {
  addressInFile,
  asRead,
  emailAddress,
  key,
  phoneNumber,
  refuseRepeats,
  text,
} from "#services/brands/loading/shapes.ts"
import type { LoadedMethod } from "#services/payments/methods/payment-methods.load.store.ts"
import { shapeInFile } from "./declared-in-file.ts"
import { asLoaded, labelOf, type MethodInFile, methodIn } from "./method-in-file.ts"
import { type ProductEntry, productIn } from "./product-in-file.ts"

const editBlockedInFile = z
  .strictObject({
    address: text(300).default(""),
    phoneNumber: text(300).default(""),
    email: text(300).default(""),
    save: text(300).default(""),
  })
  .prefault({})

/** The fields of a person without payment methods and products. */
export function personShape(dates: Dates) {
  return {
    accountNumber: key(40),
    ...shapeInFile(personFields, dates),
    emailAddress: emailAddress.or(z.literal("")),
    phoneNumber: phoneNumber.default(""),
    isEmailSubscribed: z.boolean().default(true),
    editBlocked: editBlockedInFile,
    address: addressInFile,
  }
}

/** The people of a client, their document files, and their payment methods. */
interface PeopleFile {
  people: PersonRecord[]
  documents: NamedDocument[]
  paymentMethods: LoadedMethod[]
}

/**
 * The people of one client in the account system's form. Relative dates in the file count from
 * `today`, so that an example stays current.
 */
export function peopleFile(today: Temporal.PlainDate) {
  const dates = datesFrom(today)
  const person = z.strictObject({
    ...personShape(dates),
    paymentMethods: z.array(methodIn(today)).default([]),
    products: z.array(productIn(dates)).default([]),
  })
  return z
    .array(person)
    .superRefine((people, context) => {
      refuseRepeats(
        context,
        "account number",
        people.map(({ accountNumber }, index) => {
          return { key: asRead(accountNumber), path: [index, "accountNumber"] }
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
    .superRefine(checkMethods)
    .superRefine(checkDocuments)
    .transform(
      (entries): PeopleFile => ({
        people: entries.map(({ products, paymentMethods, ...person }) => {
          const labels = new Map(
            paymentMethods.map((method) => [method.paymentRecordId, labelOf(method)]),
          )
          return { person, products: products.map((product) => asDetail(product, labels)) }
        }),
        documents: entries.flatMap(({ accountNumber, products }, index) =>
          documentsOf(products).flatMap(({ document, path }) => {
            const { documentId, documentSource, documentCategory, documentFile: name } = document
            const key = { accountNumber, documentId, documentSource, documentCategory }
            return name === undefined ? [] : [{ key, name, at: [index, ...path, "documentFile"] }]
          }),
        ),
        paymentMethods: entries.flatMap(({ accountNumber, address, paymentMethods }) =>
          paymentMethods.map((method) => asLoaded(method, accountNumber, address)),
        ),
      }),
    )
}

interface WithMethods {
  paymentMethods: MethodInFile[]
  products: ProductEntry[]
}

/**
 * Refuses duplicate record ids, references of another person, and auto pay with another person's
 * method.
 */
function checkMethods(people: WithMethods[], context: z.core.$RefinementCtx) {
  refuseRepeats(
    context,
    "payment method",
    people.flatMap(({ paymentMethods }, index) =>
      paymentMethods.map(({ paymentRecordId }, position) => {
        const path = [index, "paymentMethods", position, "paymentRecordId"]
        return { key: paymentRecordId, path }
      }),
    ),
  )
  const owners = new Map<string, number>()
  for (const [index, { paymentMethods, products }] of people.entries()) {
    for (const [position, { gateway, gatewayReference: input }] of paymentMethods.entries()) {
      const owner = owners.getOrInsert(`${gateway} ${input}`, index)
      const path = [index, "paymentMethods", position, "gatewayReference"]
      const message = "is that of another person's payment method"
      if (owner !== index) context.addIssue({ code: "custom", path, message, input })
    }
    for (const [position, { billing }] of products.entries()) {
      const input = billing.paymentMethodRecordId
      if (input === null || paymentMethods.some((one) => one.paymentRecordId === input)) continue
      const path = [index, "products", position, "billing", "paymentMethodRecordId"]
      const message = "is none of the person's paymentMethods"
      context.addIssue({ code: "custom", path, message, input })
    }
  }
}

/**
 * Refuses duplicate documents. Calls identify a document by id, source and category, not by
 * product.
 */
function checkDocuments(people: WithMethods[], context: z.core.$RefinementCtx) {
  for (const [index, { products }] of people.entries()) {
    refuseRepeats(
      context,
      "document",
      documentsOf(products).map(({ document, path }) => ({
        key: `${document.documentId}/${document.documentSource}/${document.documentCategory}`,
        path: [index, ...path, "documentId"],
      })),
    )
  }
}

function documentsOf(products: readonly ProductEntry[]) {
  const lists = ["documents", "correspondences"] as const
  return products.flatMap((product, position) =>
    lists.flatMap((list) =>
      product[list].map((document, place) => ({
        document,
        path: ["products", position, list, place],
      })),
    ),
  )
}

/** Fields that the book provides after the load. */
const notLoaded = { skippedDueDates: [], alreadyPaid: 0, openAmounts: [] }

export function asDetail(
  { additionalInsured, riders, documents, correspondences, ...policy }: ProductEntry,
  methodLabels: Map<string, string>,
): PersonRecord["products"][number] {
  const { billing } = policy
  const paymentMethodLabel = methodLabels.get(billing.paymentMethodRecordId ?? "") ?? ""
  return {
    policy: { ...policy, billing: { ...billing, ...notLoaded, paymentMethodLabel } },
    additionalInsured,
    riders: riders.map((rider) => ({ ...rider, policyNumber: policy.policyNumber })),
    documents: documents.map(withoutFile),
    correspondences: correspondences.map(withoutFile),
  }
}

function withoutFile({ documentFile: _, ...entry }: ProductEntry["documents"][number]) {
  return entry
}
