/** Prints nothing. Playwright adds a reporter of its own unless one claims the terminal. */
export default class SilentReporter {
  printsToStdio(): boolean {
    return true
  }
}
