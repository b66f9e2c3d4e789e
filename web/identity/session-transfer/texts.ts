export const loggingIn = "Logging in…"
export const siteNotOpened = "We could not open the customer's site"
export const impersonateAgain =
  "The link works once, for one minute. Please close this tab, go back to Search Clients, and choose Impersonate again."
export const notLoggedIn = "We could not log you in"
export const logInWithPassword = "Please log in with your username and password."
export const tryAgain = "Try again"
export const goToLogIn = "Go to login"
export const stillActingFor = "You are still acting for"
export const stillSignedInAs = "This browser is still logged in as"
export const accountNotOpened = (name: string) => `The account of ${name} was not opened`
export const youCanCloseThisTab = "You can close this tab."
export const membersLogInAt = (host: string) =>
  `This is a preview of the pages at this address. Members log in at ${host}, which shows its published pages.`
export const youAreNotLoggedIn = "You are not logged in"
export const oneMoment = "One moment…"
export const continueLabel = "Continue "
export const continueOnlyIf = (name: string) =>
  `Continue only if you are ${name} and have just logged in yourself. If someone sent you this link, do not continue.`
export const account = (name: string, accountNumber: string) => `${name}, account ${accountNumber}`
export const continueAs = (name: string) => `Continue as ${name}?`
export const youAreActingFor = (name: string) => `You are acting for ${name}`
export const alreadySignedIn = (name: string) => `${name} is already logged in with this browser`
export const actingInAnotherTab = (inFull: string) =>
  `You are acting for ${inFull}, in another tab.`
export const isActingFor = (agentUserid: string, inFull: string) =>
  `${agentUserid} is acting for ${inFull}.`
export const signedInAs = (inFull: string) => `You are logged in as ${inFull}.`
export const continuingActs = (agentUserid: string, inFull: string) =>
  `If you continue, ${agentUserid} will act for ${inFull}`
export const tabWillStop = (opened: string, name: string) =>
  `${opened}, and the tab for ${name} will stop.`
export const linkSignsInAs = (inFull: string) => `This link logs you in as ${inFull}.`
export const continuingReplaces = (name: string, other: string, inFull: string) =>
  `If you continue, this link logs ${name} out and logs you in as ${other}${inFull}.`
export const doNotOpenThisAccount = "Do not open this account"
export const doNotSignIn = "Do not log in"
export const keepActingFor = (name: string) => `Keep acting for ${name}`
export const staySignedInAs = (name: string) => `Stay logged in as ${name}`
export const takingTo = (term: string) => `Taking you to your ${term}'s site…`
export const notReached = (term: string) => `We could not take you to your ${term}'s site`
export const tryOrLogIn = "You can try again, or log in again."
