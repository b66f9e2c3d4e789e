import type { Refresh } from "./records.ts"

/** Whether what is loaded says more than these records: `asOf` of the loaded data is later. */
export function isOlder({ asOf, isForced }: Refresh, loaded: Date | null | undefined): boolean {
  return !isForced && asOf !== undefined && !!loaded && asOf < loaded
}
