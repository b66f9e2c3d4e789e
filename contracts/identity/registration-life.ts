/** Minutes from the plan number to the end of a registration. */
export const registrationMinutes = 60
/** The least that is left of them when a person enters the same plan number again. */
export const registrationMinutesLeft = registrationMinutes / 2
