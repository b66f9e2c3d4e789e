let leave: (() => Promise<void>) | undefined

/** Called by the module that adds the history entries of dialogs, which the first screen lacks. */
export function leaveDialogsWith(removeEntries: () => Promise<void>): void {
  leave = removeEntries
}

/** Removes the history entries of all dialogs; undefined if no dialog has opened in this document. */
export function leaveDialogs(): Promise<void> | undefined {
  return leave?.()
}
