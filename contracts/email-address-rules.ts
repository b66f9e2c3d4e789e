export const emailInvalidText = "The email address you have entered is not valid."
export const emailMaxLength = 254

/**
 * Local part, @, domain, and an ending of two to four letters. Surrounding spaces are allowed.
 * Other invisible characters are refused, and so is `=?`, because email programs decode the text
 * after it.
 */
export function isEmailAddress(typed: string): boolean {
  const address = typed.replace(/^[ \t\u00a0]+|[ \t\u00a0]+$/g, "")
  return (
    address.length <= emailMaxLength &&
    !address.includes("=?") &&
    /^[\w.!#$%&'*+/=?^`{|}~-]+@([A-Za-z0-9-]+\.)+[A-Za-z]{2,4}$/.test(address)
  )
}
