/** "45 seconds", "1 minute": a wait in words, rounded up. `seconds` is an integer. */
export function waitingTime(seconds: number): string {
  if (seconds < 60) return counted(Math.max(1, seconds), "second")
  return counted(Math.ceil(seconds / 60), "minute")
}

/** "1 try", "4 tries". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

const list = new Intl.ListFormat("en-US")

/** "One", "One and Two", "One, Two, and Three". */
export function listed(texts: readonly string[]): string {
  return list.format(texts)
}

/** "m•••••••@example.com": enough to recognize your own address, too little to learn another. */
export function maskedEmail(address: string): string {
  const [local = "", domain = ""] = address.split("@")
  return `${local.slice(0, 1)}•••••@${domain}`
}
