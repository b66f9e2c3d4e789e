/**
 * For this many hours after customers change their own email address, a password reset or the
 * deletion of the registration by staff needs dual approval.
 */
export const ownEmailChangeHours = 24
/**
 * For this many days, the same applies after staff changed the address, unless the owner of the old
 * address confirms the change.
 */
export const emailHoldDays = 7
