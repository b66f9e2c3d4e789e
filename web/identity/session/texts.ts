export const areYouStillThere = "Are you still there?"
export const staySignedIn = "Stay logged in"
export const logOut = "Log out"
export const youAreStillSignedIn = "You are still logged in."
export const loggedOutIn = (clockTime: string) =>
  `For your security, you will be logged out in ${clockTime}.`
export const loggedOutInSpoken = (spokenTime: string) =>
  `For your security, you will be logged out in ${spokenTime}.`
export const thisTabHasStopped = "This tab has stopped"
export const tabWasFor = (name: string) =>
  `This tab was for ${name}. It no longer shows or sends anything.`
export const youCanCloseThisTab = "You can close this tab."
export const continueWithInThisTab = (name: string) => `Continue with ${name} in this tab`
export const goToLogIn = "Go to login"
export const anotherSignedIn = "Someone else has logged in with this browser."
export const otherSignedIn = (name: string) => `${name} has logged in with this browser.`
export const nowActingFor = (name: string) => `You are now acting for ${name} in another tab.`
export const sessionHasEnded = "Your session has ended. Please log in again."
export const loggedOutElsewhere = "You were logged out in another tab."
export const loggedOutIdle = (idleMinutes: number) =>
  `You were logged out because you were inactive for ${idleMinutes} minutes.`
export const stoppedActing =
  "You have stopped acting for this customer. Search Clients is open in its own tab, so you can close this one."

export const lostWhenIdle = (minutes: number) =>
  `For your security, we log you out after ${minutes} minutes without activity. What you typed here is then lost.`
