import type { Node, RangeVar } from "libpg-query"

/** A table or view with its schema. */
export function nameOf(relation: RangeVar | undefined): string {
  const { schemaname, relname = "" } = relation ?? {}
  return schemaname === undefined ? relname : `${schemaname}.${relname}`
}

/** A name in several parts, such as a function's name. */
export function textOf(nodes: readonly Node[]): string {
  return nodes
    .flatMap((node): string[] => {
      if ("String" in node) return [node.String.sval ?? ""]
      if ("List" in node) return [textOf(node.List.items ?? [])]
      if ("ObjectWithArgs" in node) return [textOf(node.ObjectWithArgs.objname ?? [])]
      if ("TypeName" in node) return [textOf(node.TypeName.names ?? [])]
      return []
    })
    .join(".")
}

export function last(name: string): string {
  return name.split(".").at(-1) ?? ""
}
