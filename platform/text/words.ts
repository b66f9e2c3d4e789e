/** A wait in words, rounded up: "45 seconds", "1 minute". `seconds` is an integer. */
export function waitingTime(seconds: number): string {
  if (seconds < 60) return counted(Math.max(1, seconds), "second")
  return counted(Math.ceil(seconds / 60), "minute")
}

/** A count with its noun: "1 try", "4 tries". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

const list = new Intl.ListFormat("en-US")

/** A list in words: "One", "One and Two", "One, Two, and Three". */
export function listed(texts: readonly string[]): string {
  return list.format(texts)
}
