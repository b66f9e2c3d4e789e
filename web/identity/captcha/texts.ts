export const checkAgain = "Check again"
export const checkingHuman = "Running a security check…"
export const checkedHuman = "Security check passed."
export const checkFailed = "We could not complete the security check."
export const checkFailedCallUs =
  "We could not complete the security check. Please try again, or call our customer service team."
