import { constants } from "node:fs"
import { access } from "node:fs/promises"

export async function exists(path: string): Promise<boolean> {
  return await access(path, constants.F_OK).then(
    () => true,
    () => false,
  )
}
