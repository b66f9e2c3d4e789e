export const checkAgain = "Check again"
export const checkingHuman = "Checking that you are human…"
export const checkedHuman = "We have checked that you are human."
export const checkFailed = "We could not check that you are human."
export const checkFailedCallUs =
  "We could not check that you are human. Please try again, or call our customer service team."
