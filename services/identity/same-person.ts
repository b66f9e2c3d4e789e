interface Names {
  firstName: string
  lastName: string
}

/** Whether a typed name is the one on file. Accents, capitals, spaces and punctuation do not count. */
export function isSameName(typed: Names, onFile: Names): boolean {
  return (
    letters(typed.firstName) === letters(onFile.firstName) &&
    letters(typed.lastName) === letters(onFile.lastName)
  )
}

/** Whether a typed address is the one on file; false if there is none on file. */
export function isSameAddress(typed: string, onFile: string): boolean {
  return onFile !== "" && typed.trim().toLowerCase() === onFile.trim().toLowerCase()
}

function letters(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
}
