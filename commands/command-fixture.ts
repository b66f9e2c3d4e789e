import { readyFiles } from "./readiness/mistakes.cases.ts"

/** A folder that is ready for customers, without people and staff, so that no password is hashed. */
export function brandFiles(): ReturnType<typeof readyFiles> {
  const files = readyFiles()
  const isBrand = (name: string) => !/(agents|people|users)\.json$|documents\//.test(name)
  return Object.fromEntries(Object.entries(files).filter(([name]) => isBrand(name))) as typeof files
}
