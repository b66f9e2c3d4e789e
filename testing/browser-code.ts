import { readFile } from "node:fs/promises"
import { transformWithOxc } from "vite"

/** A file of TypeScript as a browser runs it without a build. */
export async function browserCode(path: string): Promise<string> {
  const { code } = await transformWithOxc(await readFile(path, "utf8"), path, { sourcemap: false })
  return code
}
