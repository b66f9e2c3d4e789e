/** "MM/DD/YYYY" of a plain date "YYYY-MM-DD"; empty where there is none. */
export function shownDate(date: string | null): string {
  if (date === null) return ""
  const [year, month, day] = date.split("-")
  return `${month}/${day}/${year}`
}
