import { columnOf } from "#database/camel-case.ts"

/**
 * Dates in a file are refused outside of it: from a day, or from `back` years before the business
 * day, until `ahead` years after it.
 */
export interface DateRange {
  since?: string
  back?: number
  ahead: number
}

/**
 * A field that the contract, the tables, the files of operators, the data map and the samples of
 * the embedded account system take from one declaration. Its column has its name in snake case.
 */
export type DeclaredField = {
  /** The kind of the column in services/privacy/data-map/. */
  privacy: "identity" | "money" | "product" | "reference"
  /** In Markdown, for the engineers of an account system. */
  description: string
  /**
   * Whether replies of an account system may lack it. Set it for a new field: the account systems
   * that insurers already run do not send it.
   */
  isOptional?: true
} & (
  | { kind: "planNumber"; sample: string; absent?: never }
  /** A number of the insurer that joins records. `most` is a number of characters, here and below. */
  | { kind: "code"; most: number; sample: string; absent?: never }
  /** The contract limits names, too. */
  | { kind: "name"; most: number; sample: string; absent?: "" }
  /** `words` are never empty. */
  | { kind: "words" | "text"; most: number; sample: string; absent?: string }
  | { kind: "html"; sample: string; absent: "" }
  | { kind: "yesNo"; sample: boolean; absent?: boolean }
  | { kind: "date"; range: DateRange; sample: string; absent?: null }
  /** `most` is in dollars, in files. */
  | { kind: "cents"; most?: number; sample: number; absent?: number }
)
/** `absent` is the value of a field that a file leaves out; a file must have a field without it. */
export type DeclaredFields = Readonly<Record<string, DeclaredField>>

/** The value of a field. */
export type ValueOf<Field extends DeclaredField> = Field extends { kind: "yesNo" }
  ? boolean
  : Field extends { kind: "cents" }
    ? number
    : Field extends { absent: null }
      ? string | null
      : string

type OptionalIn<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { isOptional: true } ? Name : never
}[keyof Fields]

/** A record with these fields. */
export type ValuesOf<Fields extends DeclaredFields> = {
  -readonly [Name in Exclude<keyof Fields, OptionalIn<Fields>>]: ValueOf<Fields[Name]>
} & {
  -readonly [Name in OptionalIn<Fields>]?: ValueOf<Fields[Name]> | undefined
}

/** A record with the sample of each field. */
export function samplesOf<Fields extends DeclaredFields>(fields: Fields): ValuesOf<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { sample }]) => [name, sample]),
  ) as ValuesOf<Fields>
}

/** The names of the amounts among these fields. */
export function amountsIn(fields: DeclaredFields): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.kind === "cents")
}

/** The columns of these fields, separated by spaces, by their kind in the data map. */
export function columnsOf(fields: DeclaredFields): Partial<Record<string, string>> {
  const byKind = Map.groupBy(Object.entries(fields), ([, { privacy }]) => privacy)
  return Object.fromEntries(
    [...byKind].map(([kind, some]) => [kind, some.map(([name]) => columnOf(name)).join(" ")]),
  )
}

/** The descriptions of these fields, by place in the contract. */
export function descriptionsIn(schema: string, fields: DeclaredFields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { description }]) => [`${schema}.${name}`, description]),
  )
}
