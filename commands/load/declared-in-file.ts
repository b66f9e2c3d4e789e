import { z } from "zod"
import { decimalOf } from "#contracts/money.ts"
import type { DeclaredField, DeclaredFields, ValueOf } from "#ports/policy-admin/declared-field.ts"
import { type Dates, owed } from "#services/brands/loading/plausible.ts"
import { html, key, planNumber, text, words } from "#services/brands/loading/shapes.ts"

type ShapeInFile<Fields extends DeclaredFields> = {
  -readonly [Name in keyof Fields]: z.ZodType<ValueOf<Fields[Name]>>
}

/** The schemas of these fields in the files of operators. */
export function shapeInFile<Fields extends DeclaredFields>(
  fields: Fields,
  dates: Dates,
): ShapeInFile<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, schemaOf(field, dates)]),
  ) as ShapeInFile<Fields>
}

type StatedShape<Fields extends DeclaredFields> = {
  -readonly [Name in keyof Fields]: z.ZodExactOptional<
    z.ZodType<NonNullable<ValueOf<Fields[Name]>>>
  >
}

/** The schemas of these fields in files where an absent value stays absent. */
export function statedShapeInFile<Fields extends DeclaredFields>(
  fields: Fields,
  dates: Dates,
): StatedShape<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { absent: _, ...field }]) => {
      return [name, schemaOf(field as DeclaredField, dates).exactOptional()]
    }),
  ) as StatedShape<Fields>
}

function schemaOf(field: DeclaredField, dates: Dates): z.ZodType {
  switch (field.kind) {
    case "planNumber":
      return planNumber
    case "code":
      return key(field.most)
    case "name":
      return field.absent === "" ? text(field.most).default("") : words(field.most)
    case "words":
      return orAbsent(words(field.most), field.absent)
    case "text":
      return orAbsent(text(field.most), field.absent)
    case "html":
      return html.default(field.absent)
    case "yesNo":
      return orAbsent(z.boolean(), field.absent)
    case "date": {
      const date = dates(field.range)
      return field.absent === null ? date.nullable().default(null) : date
    }
    case "cents": {
      const amount = owed(field.most)
      return field.absent === undefined ? amount : amount.prefault(decimalOf(field.absent))
    }
    default:
      throw new Error(field satisfies never)
  }
}

function orAbsent<Value>(schema: z.ZodType<Value, Value>, absent: Value | undefined): z.ZodType {
  return absent === undefined ? schema : schema.default(absent as never)
}

/** The samples of these fields as in a file, which leaves out a value that an absent field has. */
export function samplesInFile(fields: DeclaredFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, sample, absent }]) =>
      sample === absent ? [] : [[name, kind === "cents" ? decimalOf(sample) : sample]],
    ),
  )
}
