/**
 * Whether two descriptions name the same product. An account system may write one in other letters,
 * with other punctuation, blanks, accents or marks such as "®", or with "&" in place of "and".
 */
export function isSameProduct(one: string, other: string): boolean {
  return plainName(one) === plainName(other)
}

function plainName(description: string): string {
  const letters = description.normalize("NFD").replaceAll(/\p{M}/gu, "")
  const plain = letters.replaceAll("&", " and ").replaceAll(/[\p{P}\p{Z}\p{C}\p{So}]/gu, "")
  // A description of marks alone is compared as it is.
  return (plain === "" ? description.trim() : plain).toLocaleLowerCase("en-US")
}
