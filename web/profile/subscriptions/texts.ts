export const unsubscribing = "Unsubscribing…"
export const resubscribing = "Resubscribing…"
export const goHome = "Go to the home page"
export const call = (clientPhoneNumber: string) => `Call ${clientPhoneNumber}`
export const tryAgain = "Try again"
export const unsubscribe = "Unsubscribe"
export const resubscribe = "Resubscribe"
export const changedYourMind = "Changed your mind?"
