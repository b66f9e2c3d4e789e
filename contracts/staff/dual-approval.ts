/**
 * Hours after a customer's change of their own email address in which a password reset or the
 * deletion of a registration by staff needs dual approval.
 */
export const ownEmailChangeHours = 24
/**
 * Days of the same restriction after staff changed the address, unless the owner of the old address
 * confirms the change.
 */
export const emailHoldDays = 7
