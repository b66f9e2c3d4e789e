import type { AlterTableCmd, AlterTableStmt, ColumnDef, Constraint, Node } from "libpg-query"
import { brief, contract, type Finding, type Made, wider } from "./findings.ts"
import { nameOf, textOf } from "./names.ts"

export function alteredTable({ relation, cmds = [] }: AlterTableStmt, made: Made): Finding[] {
  const table = nameOf(relation)
  if (made.has("table", table)) return []
  return cmds.flatMap((node) =>
    "AlterTableCmd" in node ? changeOf(table, node.AlterTableCmd, made) : [],
  )
}

function changeOf(table: string, change: AlterTableCmd, made: Made): Finding[] {
  const { subtype, name = "", def } = change
  const column = `${table}.${name}`
  const isNew = made.has("column", column)
  switch (subtype) {
    case "AT_AddColumn":
      return def && "ColumnDef" in def ? addedColumn(table, def.ColumnDef, made) : []
    case "AT_AddConstraint":
      return def && "Constraint" in def ? addedConstraint(table, def.Constraint, made) : []
    case "AT_ValidateConstraint":
      if (!made.constraintsOfFile.has(column)) return []
      return [brief(`${column} is validated by the file that adds it, which locks the table`)]
    case "AT_DropConstraint":
      if (made.has("constraint", column)) return []
      return [wider(`without ${column}, earlier servers may read what they do not know`)]
    case "AT_DropColumn":
      return isNew ? [] : [contract(`the column ${column} is dropped`)]
    case "AT_AlterColumnType":
      return [contract(`the column ${column} gets another type`), rewrites(table)]
    case "AT_SetNotNull":
      return isNew
        ? [brief(`${table} is read while it is locked`)]
        : [contract(`earlier servers may write null to ${column}`)]
    case "AT_DropNotNull":
      return isNew ? [] : [wider(`earlier servers may read null from ${column}`)]
    case "AT_ColumnDefault":
      if (isNew) return []
      return def === undefined
        ? [contract(`earlier servers may leave out ${column}`)]
        : [wider(`earlier servers may write another value by leaving out ${column}`)]
    case "AT_SetRelOptions":
    case "AT_SetStatistics":
      return []
    default:
      return [wider(`${subtype} of ${table} cannot be judged`)]
  }
}

function addedColumn(table: string, column: ColumnDef, made: Made): Finding[] {
  const name = `${table}.${column.colname}`
  made.add("column", name)
  const constraints = (column.constraints ?? []).flatMap((node) =>
    "Constraint" in node ? [node.Constraint] : [],
  )
  const has = (contype: Constraint["contype"]) =>
    constraints.some((constraint) => constraint.contype === contype)
  const makesValue = ["CONSTR_DEFAULT", "CONSTR_IDENTITY", "CONSTR_GENERATED"] as const
  const isFilled = makesValue.some(has)
  const found: Finding[] = []
  if ((has("CONSTR_NOTNULL") || has("CONSTR_PRIMARY")) && !isFilled) {
    found.push(contract(`earlier servers leave out ${name}, which is not null`))
  }
  const isSerial = /serial/.test(textOf(column.typeName?.names ?? []))
  const isCalculated = constraints.some(
    ({ contype, raw_expr }) => contype === "CONSTR_DEFAULT" && raw_expr && !isConstant(raw_expr),
  )
  if (has("CONSTR_IDENTITY") || has("CONSTR_GENERATED") || isSerial || isCalculated) {
    found.push(rewrites(table))
  }
  if (has("CONSTR_CHECK")) found.push(brief(`${table} is read while it is locked`))
  if (has("CONSTR_UNIQUE") || has("CONSTR_PRIMARY")) {
    found.push(brief(`${table} is locked while an index is built`))
  }
  for (const constraint of constraints) {
    if (constraint.contype !== "CONSTR_FOREIGN") continue
    found.push(brief(`${table} is locked while a foreign key is checked; add it as not valid`))
    found.push(...foreignKeyOf(constraint, made))
  }
  return found
}

/**
 * Whether the default is constant: PostgreSQL stores such a default once, instead of writing it to
 * every row.
 */
function isConstant(expression: Node): boolean {
  if ("A_Const" in expression || "SQLValueFunction" in expression) return true
  if ("TypeCast" in expression) {
    return expression.TypeCast.arg !== undefined && isConstant(expression.TypeCast.arg)
  }
  if ("A_ArrayExpr" in expression) return (expression.A_ArrayExpr.elements ?? []).every(isConstant)
  return "FuncCall" in expression && textOf(expression.FuncCall.funcname ?? []) === "now"
}

function addedConstraint(table: string, constraint: Constraint, made: Made): Finding[] {
  const { contype, conname = "", skip_validation, indexname } = constraint
  made.add("constraint", `${table}.${conname}`)
  made.constraintsOfFile.add(`${table}.${conname}`)
  const isKey = contype === "CONSTR_PRIMARY" || contype === "CONSTR_UNIQUE"
  const isQuick = skip_validation === true || (isKey && indexname !== undefined)
  return [
    wider(`${conname || "a constraint"} of ${table} may refuse what earlier servers write`),
    ...(isQuick ? [] : [brief(`${table} is read while it is locked; use not valid`)]),
    ...foreignKeyOf(constraint, made),
  ]
}

/** A foreign key to a table from which earlier servers delete rows. */
export function foreignKeyOf(
  { contype, pktable, fk_del_action }: Constraint,
  made: Made,
): Finding[] {
  if (contype !== "CONSTR_FOREIGN") return []
  const table = nameOf(pktable)
  // "c" and "n": the reference is deleted or emptied with the row.
  const gives = fk_del_action === "c" || fk_del_action === "n"
  if (gives || made.has("table", table)) return []
  return [wider(`a foreign key keeps earlier servers from deleting rows of ${table}`)]
}

const rewrites = (table: string) => brief(`${table} is written again while it is locked`)
