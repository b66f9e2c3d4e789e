/** A boolean as the API's "Y" or "N". */
export function yesNo(value: boolean): "Y" | "N" {
  return value ? "Y" : "N"
}

/** A flag from a request as a boolean; false when it is missing. */
export function isYes(flag: "Y" | "N" | undefined): boolean {
  return flag === "Y"
}

/** Whether a flag from a request is "N"; false when it is missing. */
export function isNo(flag: "Y" | "N" | undefined): boolean {
  return flag === "N"
}
