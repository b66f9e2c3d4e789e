/** How many hours a new email address waits for its code. */
export const newEmailHours = 24
