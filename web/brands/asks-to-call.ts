/** A message, or a text shown in its place. */
export interface Said {
  content: readonly string[]
}

/** Whether messages ask the person to call, and none of them contains the number. */
export function needsPhoneNumber(messages: readonly Said[], phoneNumber: string): boolean {
  const lines = messages.flatMap(({ content }) => content)
  return (
    lines.some((line) => /\bcall\b/i.test(line)) &&
    !lines.some((line) => line.includes(phoneNumber))
  )
}
