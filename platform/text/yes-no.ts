/** How flags travel. */
export function yesNo(value: boolean): "Y" | "N" {
  return value ? "Y" : "N"
}
