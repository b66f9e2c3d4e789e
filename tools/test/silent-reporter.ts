/** Prints nothing. Playwright adds its own reporter unless one claims the terminal. */
export default class SilentReporter {
  printsToStdio(): boolean {
    return true
  }
}
