export const notLoaded = "My Account could not be loaded"
export const tryAgain = "Try again"
export const loading = "Loading…"
