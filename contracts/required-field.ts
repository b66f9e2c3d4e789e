export const requiredText = "Please fill out this field."

export function isBlank(value: string): boolean {
  return value.trim() === ""
}
