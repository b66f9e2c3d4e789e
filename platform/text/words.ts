/** "45 seconds", "1 minute": a wait as a person says it, rounded up. `seconds` is whole. */
export function waitingTime(seconds: number): string {
  if (seconds < 60) return counted(Math.max(1, seconds), "second")
  return counted(Math.ceil(seconds / 60), "minute")
}

/** "1 try", "4 tries". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** "m•••••••@example.com": enough to know one's own address by, too little to learn another's. */
export function maskedEmail(address: string): string {
  const [local = "", domain = ""] = address.split("@")
  return `${local.slice(0, 1)}•••••@${domain}`
}
