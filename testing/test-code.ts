/**
 * The endings of files that only tests use. CONTRIBUTING.md lists what each of them holds. Product
 * code imports none of them, and the image leaves them out.
 */
export const testEndings = [
  ".test",
  ".cases",
  ".expected",
  ".isolation",
  ".mock",
  ".model",
  "-fixture",
]

const endings = testEndings.map((ending) => ending.replace(".", "\\.")).join("|")

/** Matches the path of a file that only tests use. The regex is for tools that take no function. */
export const testCode = `(${endings})\\.tsx?$`

/** Whether only tests use this file, by its name. */
export function isTestCode(path: string): boolean {
  return new RegExp(testCode).test(path)
}
