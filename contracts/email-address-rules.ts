export const emailInvalidText = "The email address you have entered is not valid."
export const emailMaxLength = 254

/**
 * Local part, @, domain, and an ending of two to four letters, as the specification requires for
 * recovery, registration and staff.
 */
export function isEmailAddress(typed: string): boolean {
  return isEmailAddressOfAnyEnding(typed) && /\.[A-Za-z]{2,4}$/.test(typed.trim())
}

/**
 * Same, with an ending of any length, such as .museum. Surrounding spaces are allowed. Other
 * invisible characters are refused, and so is `=?`, because email programs decode the text after
 * it. The remaining refusals match those of every mail server: a list, `Name <address>`, `mailto:`,
 * a label over 63 characters.
 */
export function isEmailAddressOfAnyEnding(typed: string): boolean {
  const address = typed.replace(/^[ \t\u00a0]+|[ \t\u00a0]+$/g, "")
  return (
    address.length <= emailMaxLength &&
    !address.includes("=?") &&
    // RFC 5321: at most 64 characters before the @, and no empty part between dots.
    !/^\.|\.\.|\.@|^[^@]{65}/.test(address) &&
    /^[\w.!#$%&'*+/=?^`{|}~-]+@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+([A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$/.test(
      address,
    )
  )
}

/**
 * A masked address, "m•••••••@example.com": enough to recognize your own address, too little to
 * learn another.
 */
export function maskedEmail(address: string): string {
  const [local = "", domain = ""] = address.split("@")
  return `${local.slice(0, 1)}•••••@${domain}`
}
