import { matchesGlob } from "node:path"
import { parseSync } from "vite"
import { rooms, sqlRooms } from "./rooms.ts"

interface Import {
  from: string
  names: string[]
  typeOnly: boolean
}

/**
 * What is wrong with the imports of one file, a line each.
 * `file` is its path from the project's folder, such as services/identity/sign-in/sign-in.ts.
 */
export function importFaults(file: string, text: string): string[] {
  const room = rooms.find(({ files }) => matchesGlob(file, files))
  if (!room) return [`${file} is in no room of tools/imports/rooms.ts`]
  const own = file.split("/").slice(0, 2).join("/")
  const isTest = matchesGlob(file, "**/*{.test,-fixture}.ts")
  const within = (globs: string[], path: string) =>
    globs.some((glob) => matchesGlob(path, glob.replace("$own", own)))

  const isOtherSubject = (target: string) =>
    own.startsWith("services/") && !isTest && !target.startsWith(`${own}/`)

  return importsOf(file, text).flatMap(({ from, names, typeOnly }) => {
    const target = targetOf(file, from)
    if (target === undefined) {
      const allowed = room.packages === undefined || room.packages.some((name) => isOf(name, from))
      return allowed ? [] : [`${file} imports the package ${from}`]
    }
    if (target === "database/sql.ts" && names.includes("sql") && !within(sqlRooms, file)) {
      return [`${file} imports sql: statements stand in *.store.ts`]
    }
    if (target.startsWith("services/") && target.endsWith(".store.ts") && isOtherSubject(target)) {
      return [`${file} imports the store of another subject, ${target}`]
    }
    if (within(room.may, target)) return []
    if (!within(room.mayAsTypes ?? [], target)) return [`${file} imports ${target}`]
    return typeOnly ? [] : [`${file} imports ${target} as more than a type`]
  })
}

/** Path from the project's folder; undefined for a package. */
function targetOf(file: string, from: string): string | undefined {
  if (from.startsWith("#")) return from.slice(1)
  if (!from.startsWith(".") && !from.startsWith("/")) return undefined
  // The first slash stands for the project's folder, so that a path that climbs out of it shows.
  return new URL(from, `file:///project/${file}`).pathname.replace("/project/", "")
}

function isOf(name: string, from: string): boolean {
  return from === name || from.startsWith(`${name}/`)
}

function importsOf(file: string, text: string): Import[] {
  const { module, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file} cannot be read: ${errors[0].message}`)
  const isTypeOnly = (start: number) => /^(import|export)\s+type\b/.test(text.slice(start))
  return [
    ...module.staticImports.map(({ start, moduleRequest, entries }) => ({
      from: moduleRequest.value,
      names: entries.map(({ importName }) => importName.name ?? "*"),
      typeOnly: isTypeOnly(start),
    })),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.flatMap(({ moduleRequest, importName }) =>
        moduleRequest
          ? [
              {
                from: moduleRequest.value,
                names: [importName.name ?? "*"],
                typeOnly: isTypeOnly(start),
              },
            ]
          : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => ({
      from: text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
      names: ["*"],
      typeOnly: false,
    })),
  ]
}
