/** How many minutes a registration lasts after the plan number was entered. */
export const registrationMinutes = 60
/**
 * The minimum of those minutes that must be left when a person enters the same plan number again.
 */
export const registrationMinutesLeft = registrationMinutes / 2
