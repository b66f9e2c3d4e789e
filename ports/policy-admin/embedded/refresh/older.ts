import type { Refresh } from "./records.ts"

/** Whether the loaded data are newer than these records, by their `asOf`. */
export function isOlder({ asOf, isForced }: Refresh, loaded: Date | null | undefined): boolean {
  return !isForced && asOf !== undefined && !!loaded && asOf < loaded
}
