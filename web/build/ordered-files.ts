import type { Plugin } from "vite"

/**
 * Refuses a build in which files import each other in a circle: one of them would run before what it
 * needs, depending on which is loaded first.
 */
export function orderedFiles(): Plugin {
  return {
    name: "ordered-files",
    apply: "build",
    generateBundle(_, bundle) {
      const imports = new Map(
        Object.values(bundle).flatMap((output) =>
          output.type === "chunk" ? [[output.fileName, output.imports] as const] : [],
        ),
      )
      const circle = circleIn(imports)
      if (circle.length > 0) {
        this.error(`These files import each other: ${circle.join(", ")}. Merge fewer small files.`)
      }
    },
  }
}

/** The names of a circle of imports, in their order; empty if there is none. */
export function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const visit = (name: string, path: readonly string[]): string[] => {
    if (path.includes(name)) return path.slice(path.indexOf(name))
    if (done.has(name)) return []
    for (const imported of imports.get(name) ?? []) {
      const circle = visit(imported, [...path, name])
      if (circle.length > 0) return circle
    }
    done.add(name)
    return []
  }
  for (const name of imports.keys()) {
    const circle = visit(name, [])
    if (circle.length > 0) return circle
  }
  return []
}
