/** A boolean as the API's "Y" or "N". */
export function yesNo(value: boolean): "Y" | "N" {
  return value ? "Y" : "N"
}
