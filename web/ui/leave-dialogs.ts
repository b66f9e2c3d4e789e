let leave: (() => Promise<void>) | undefined

/** Called by the module that adds the history entries of dialogs, which the first screen lacks. */
export function leaveDialogsWith(removeEntries: () => Promise<void>): void {
  leave = removeEntries
}

/** Removes the history entries of all dialogs that have opened in this document. */
export async function leaveDialogs(): Promise<void> {
  await leave?.()
}
