import { z } from "zod"
import { centsOf, decimalOf } from "#contracts/money.ts"
import { plainDate } from "#contracts/outside-dates.ts"
import { isKeyText, isStorable } from "#contracts/storable-text.ts"
import type { DeclaredField, DeclaredFields, ValueOf } from "../declared-field.ts"

/** The value types of the contract: their form in JSON and their form in our code. */

const wholeCents = z.int().min(-1_000_000_000_000).max(1_000_000_000_000)

/**
 * Cents. Sent as a decimal string such as "312.00", because a float cannot represent all amounts.
 */
export const money = z
  .codec(z.string().regex(/^(?!-0\.00$)-?(0|[1-9]\d{0,9})\.\d\d$/), wholeCents, {
    decode: centsOf,
    encode: decimalOf,
  })
  .meta({
    id: "Money",
    description:
      "US dollars and cents as a decimal string, such as 312.00. Never negative, unless the field says what that means.",
  })

/** Cents, more than 0. */
export const payableMoney = z
  .codec(z.string().regex(/^(?!0\.00$)(0|[1-9]\d{0,9})\.\d\d$/), wholeCents.positive(), {
    decode: centsOf,
    encode: decimalOf,
  })
  .meta({ id: "PayableMoney", description: "More than 0.00, as a decimal string." })

export { plainDate }

/** Any storable text, including an empty one. */
export const text = z.string().refine(isStorable)

/** A number that joins records: without surrounding blanks or invisible characters. */
export const accountNumber = z.string().refine(isKeyText).meta({
  id: "AccountNumber",
  description: "Without blanks around it, and in the same spelling in every reply.",
})

/** A product's number in a reply. Requests accept any text, because the number may not exist. */
export const planNumber = z
  .string()
  .regex(/^\d{10}$/)
  .meta({
    id: "PlanNumber",
    description:
      "Ten digits with their leading zeros, unique in the client: customers register, find and pay products by it.",
  })

type ShapeOf<Fields extends DeclaredFields> = {
  -readonly [Name in keyof Fields]: Fields[Name] extends { isOptional: true }
    ? z.ZodOptional<z.ZodType<ValueOf<Fields[Name]>>>
    : z.ZodType<ValueOf<Fields[Name]>>
}

/** The schemas of these fields. */
export function shapeOf<Fields extends DeclaredFields>(fields: Fields): ShapeOf<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const schema = schemaOf(field)
      return [name, field.isOptional ? schema.optional() : schema]
    }),
  ) as ShapeOf<Fields>
}

function schemaOf(field: DeclaredField): z.ZodType {
  switch (field.kind) {
    case "planNumber":
      return planNumber
    case "name":
      return text.max(field.most)
    case "code":
    case "words":
    case "text":
    case "html":
      return text
    case "yesNo":
      return z.boolean()
    case "date":
      return field.absent === null ? plainDate.nullable() : plainDate
    case "cents":
      return money
    default:
      throw new Error(field satisfies never)
  }
}
