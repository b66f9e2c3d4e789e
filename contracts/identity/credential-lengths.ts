export const usernameMaxLength = 100
/** argon2id reads the whole password; the limit prevents the hashing of a megabyte. */
export const passwordMaxLength = 200
