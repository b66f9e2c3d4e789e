import type { CreateStmt, DropStmt, IndexStmt, Node, ObjectType, RangeVar } from "libpg-query"
import { alteredTable, foreignKeyOf } from "./alter-table-rules.ts"
import { brief, contract, type Finding, type Made, never, wider } from "./findings.ts"
import { last, nameOf, textOf } from "./names.ts"

/** Judges one statement, and adds to `made` the names that it creates. */
export function findingsOf(statement: Node, made: Made): Finding[] {
  if ("CreateStmt" in statement) return createdTable(statement.CreateStmt, made)
  if ("AlterTableStmt" in statement) return alteredTable(statement.AlterTableStmt, made)
  if ("IndexStmt" in statement) return createdIndex(statement.IndexStmt, made)
  if ("DropStmt" in statement) return dropped(statement.DropStmt, made)
  if ("ViewStmt" in statement) {
    return replaced("view", nameOf(statement.ViewStmt.view), statement.ViewStmt.replace, made)
  }
  if ("CreateFunctionStmt" in statement) {
    const { funcname = [], replace } = statement.CreateFunctionStmt
    return replaced("function", textOf(funcname), replace, made)
  }
  if ("CreateTrigStmt" in statement) {
    const table = nameOf(statement.CreateTrigStmt.relation)
    if (made.has("table", table)) return []
    return [wider(`a trigger on ${table} changes or refuses what earlier servers write`)]
  }
  if ("CreateEnumStmt" in statement) {
    made.add("type", textOf(statement.CreateEnumStmt.typeName ?? []))
    return []
  }
  if ("AlterEnumStmt" in statement) {
    if (statement.AlterEnumStmt.oldVal === undefined) return []
    return [contract("a value of a type is renamed")]
  }
  if ("RenameStmt" in statement) {
    const { relation, subname, newname } = statement.RenameStmt
    if (relation && made.has("table", nameOf(relation))) {
      if (subname === undefined) made.add("table", nameOf({ ...relation, relname: newname ?? "" }))
      return []
    }
    return [contract(`${subname ?? (relation ? nameOf(relation) : "a name")} becomes ${newname}`)]
  }
  return changedRows(statement, made)
}

function changedRows(statement: Node, made: Made): Finding[] {
  if ("InsertStmt" in statement) {
    const { relation, selectStmt } = statement.InsertStmt
    const isListed =
      selectStmt && "SelectStmt" in selectStmt && selectStmt.SelectStmt.valuesLists !== undefined
    return isListed ? [] : inExisting(relation, made, "many rows are inserted in one transaction")
  }
  if ("UpdateStmt" in statement) {
    const { relation } = statement.UpdateStmt
    return inExisting(relation, made, "the changed rows are locked until it commits")
  }
  if ("DeleteStmt" in statement) {
    const { relation } = statement.DeleteStmt
    return made.has("table", nameOf(relation)) ? [] : [contract(`rows of ${nameOf(relation)}`)]
  }
  if ("TruncateStmt" in statement) return [contract("all rows of a table")]
  if ("CreateSchemaStmt" in statement || "CommentStmt" in statement) return []
  if ("TransactionStmt" in statement || "VariableSetStmt" in statement) {
    return [never("transactions and settings are the migrator's")]
  }
  const [kind = "a statement"] = Object.keys(statement)
  return [wider(`${kind} cannot be judged`)]
}

function inExisting(relation: RangeVar | undefined, made: Made, text: string): Finding[] {
  const table = nameOf(relation)
  return made.has("table", table) ? [] : [brief(`${table}: ${text}`)]
}

function createdTable({ relation, tableElts = [] }: CreateStmt, made: Made): Finding[] {
  const table = nameOf(relation)
  made.add("table", table)
  const own = tableElts.flatMap((part) => ("Constraint" in part ? [part.Constraint] : []))
  const ofColumns = tableElts.flatMap((part) =>
    "ColumnDef" in part ? (part.ColumnDef.constraints ?? []) : [],
  )
  const constraints = [
    ...own,
    ...ofColumns.flatMap((part) => ("Constraint" in part ? [part.Constraint] : [])),
  ]
  return constraints.flatMap((constraint) => foreignKeyOf(constraint, made))
}

function createdIndex({ idxname = "", relation, unique, concurrent }: IndexStmt, made: Made) {
  const table = nameOf(relation)
  if (made.has("table", table)) return []
  return [
    ...(unique
      ? [wider(`a unique index refuses rows of ${table} that earlier servers write`)]
      : []),
    ...(concurrent
      ? []
      : [
          brief(`${table} cannot be written while the index ${idxname} is built; use concurrently`),
        ]),
  ]
}

const kinds = new Map<ObjectType, Parameters<Made["has"]>[0]>([
  ["OBJECT_TABLE", "table"],
  ["OBJECT_VIEW", "view"],
  ["OBJECT_FUNCTION", "function"],
  ["OBJECT_TYPE", "type"],
])

function dropped({ objects = [], removeType }: DropStmt, made: Made) {
  const names = objects.map((object) => textOf([object]))
  const kind = removeType && kinds.get(removeType)
  const existing = names.filter(
    (name) =>
      !(kind && made.has(kind, name)) &&
      !(removeType === "OBJECT_INDEX" && made.has("index", last(name))),
  )
  return existing.map((name) => contract(`${name} is dropped`))
}

function replaced(
  kind: "view" | "function",
  name: string,
  replace: boolean | undefined,
  made: Made,
) {
  const isOurs = made.has(kind, name)
  made.add(kind, name)
  if (replace !== true || isOurs) return []
  return [wider(`earlier servers use the ${kind} ${name} as it was`)]
}
