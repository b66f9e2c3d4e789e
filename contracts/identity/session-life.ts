/** How many minutes without mouse or keyboard input end a session. */
export const idleMinutes = 15
/** How many minutes before that end the browser shows a warning. */
export const idleWarningMinutes = 2
