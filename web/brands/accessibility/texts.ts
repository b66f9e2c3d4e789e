/** The day of the last assessment, also given in the conformance report. */
const assessedOn = "November 22, 2026"

export const intro = (clientName: string) =>
  `${clientName} wants everyone to be able to use My Account, with or without a disability. This page explains what we do and how to reach us.`
export const ourStandard = "Our standard"
export const standard =
  "My Account is built to meet the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. Section 508 asks websites for the same."
export const promises = [
  "You can use every page with only a keyboard, and the selected control stays in view.",
  "Text can be enlarged to 200%, and the page to 400%, without scrolling sideways.",
  "Screen readers can read every page, message and error.",
  "Colors have enough contrast, also in dark mode and with the colors of your own system.",
  "Receipts, authorizations and cards that My Account makes are tagged PDFs.",
  "You are warned two minutes before you are logged out, and can stay logged in with one press.",
]
export const howWeTest = "How we test"
export const testing =
  "Each new version is checked by software in a real browser: every page, with a keyboard, with large text and in several window sizes."
export const knownLimits = "Known limits"
export const limits = [
  "Some letters and policy documents come from other systems. They may not be tagged for screen readers.",
  "Your bank may ask you to confirm a payment on its own page. That page belongs to the bank.",
  "My Account is available in English only.",
  "People who use screen readers every day have not yet tested every page.",
]
export const tellUs = "Tell us about a problem"
export const howToReport =
  "Please tell us which page you were on, what you wanted to do, and what you use, such as a screen reader. We can also help you on the phone, or send a document in another form."
export const callUs = "Call us at "
export const aboutThisStatement = "About this statement"
export const written = `We wrote this statement, and last checked it, on ${assessedOn}.`
