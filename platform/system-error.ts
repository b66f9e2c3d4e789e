import { getSystemErrorMap } from "node:util"

/**
 * The operating system's words for an error, such as "permission denied"; undefined if it is not a
 * system error. The message of such an error also contains the path.
 */
export function systemReason(error: unknown): string | undefined {
  const { errno = 0 } = error as NodeJS.ErrnoException
  return getSystemErrorMap().get(errno)?.[1]
}
