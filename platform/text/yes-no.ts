/** A boolean as the API's "Y" or "N". */
export function yesNo(value: boolean): "Y" | "N" {
  return value ? "Y" : "N"
}

/** A flag as a request carries it; false when it is missing. */
export function isYes(flag: "Y" | "N" | undefined): boolean {
  return flag === "Y"
}

/** Whether a request says "N"; a missing flag does not. */
export function isNo(flag: "Y" | "N" | undefined): boolean {
  return flag === "N"
}
