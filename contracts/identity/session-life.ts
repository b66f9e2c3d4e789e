/** Minutes without mouse or keyboard input after which a session ends. */
export const idleMinutes = 15
/** Minutes before that end at which the browser warns. */
export const idleWarningMinutes = 2
