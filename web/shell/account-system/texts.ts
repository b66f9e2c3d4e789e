export const asOf = (moment: string) => `As of ${moment}`
export const shownOld =
  "We cannot reach our account system right now, so you see the last information that we have. Payments and changes are off until it answers again."
export const shownNothing =
  "We cannot reach our account system right now, so some information is missing. Payments and changes are off until it answers again."
export const forHelp = " For help, call "
export const end = "."
export const isBack = "Our account system answers again. Everything is up to date."
export const paused = (phoneNumber: string) =>
  phoneNumber === ""
    ? "Paused until our account system answers again."
    : `Paused until our account system answers again. For help, call ${phoneNumber}.`
