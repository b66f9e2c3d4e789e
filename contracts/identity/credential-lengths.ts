export const usernameMaxLength = 100
/**
 * The maximum length of a first or last name, in forms, files and the contract of account systems.
 */
export const nameMaxLength = 100
/** argon2id reads the whole password; the limit prevents the hashing of a megabyte. */
export const passwordMaxLength = 200
