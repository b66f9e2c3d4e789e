/**
 * The name of a client on bank and card statements. Many banks show only 16 characters: the company
 * name of Nacha's batch header has 16. Stripe requires 5 characters and a letter, and refuses
 * < > \ ' " *, and other projects report a comma (learning-unlimited/ESP-Website#5914, 2026). Source:
 * docs.stripe.com/get-started/account/statement-descriptors.
 */
const statementNameLength = 16

/** Whether a statement can show this name as it is. */
export function isStatementName(name: string): boolean {
  return (
    name.length >= 5 &&
    name.length <= statementNameLength &&
    /^[A-Za-z0-9 .-]*$/.test(name) &&
    name.trim() === name &&
    (name.match(/[A-Za-z]/g) ?? []).length >= 3
  )
}

/** The name for statements of a client with this name and no short one: its first words that fit. */
export function statementNameFrom(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll("&", " and ")
    .replace(/[^A-Za-z0-9 .-]/g, "")
    .replace(/ +/g, " ")
    .trim()
  const cut = plain.slice(0, statementNameLength)
  const isCutInWord = /^\S\S/.test(plain.slice(statementNameLength - 1))
  const words = isCutInWord ? cut.replace(/ \S*$/, "") : cut
  const found = [words, cut].map(withoutEnds).find(isStatementName)
  return found ?? "Plan payment"
}

function withoutEnds(text: string): string {
  return text.replace(/^[ .-]+|[ .-]+$/g, "")
}
