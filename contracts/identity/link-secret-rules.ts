const secret = /(?:register-)?[\w-]{43}/

/**
 * The secret of an emailed link, in a part of an address or in a pasted link. Mail programs treat
 * characters after a link as part of it, and encode some. Undefined if there is none.
 */
export function secretIn(text: string): string | undefined {
  return secret.exec(text.replaceAll(/%(?:25)*[\da-f]{2}/gi, " "))?.[0]
}

/**
 * The secret in a part of an address. A part without a secret is returned, cut to the length of a
 * secret: calls accept it as input and refuse it as a link, not as a form with mistakes.
 */
export function secretOrPart(part: string): string {
  return secretIn(part) ?? part.slice(0, 43)
}
