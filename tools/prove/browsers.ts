// The journeys of sign-in, registration and payment in browsers other than current Chromium.

import { ensurePrograms } from "#testing/debian-packages.ts"
import { NotRunError, type Part } from "./part.ts"
import { browserProjects } from "./suite-parts.ts"
import { markedPart } from "./test-files.ts"

/** Chromium without the features that some supported browser lacks. */
export const older: Part = async (run) => await browserProjects(["older"], run, undefined)

/** Debian's Firefox ESR, over WebDriver BiDi. */
export const firefox = installedBrowser("firefox", ["firefox-esr"], ["firefox-esr"])

/** WebKitGTK, over WebDriver. */
export const webkit = installedBrowser(
  "webkit",
  ["WebKitWebDriver", "Xvfb"],
  ["webkit2gtk-driver", "xvfb"],
)

/** Errors of the part: `NotRunError` if the packages cannot be installed. */
function installedBrowser(name: string, programs: string[], packages: string[]): Part {
  const journeys = markedPart(name)
  return async (run) => {
    try {
      ensurePrograms(programs, [...packages, "fonts-liberation"])
    } catch (error) {
      throw new NotRunError((error as Error).message, { cause: error })
    }
    return await journeys(run)
  }
}
