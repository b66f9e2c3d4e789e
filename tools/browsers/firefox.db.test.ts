// @prove-only firefox

import { test } from "node:test"
import { programOnPath } from "#testing/debian-packages.ts"
import { openFirefox } from "./firefox.ts"
import { walkJourneys, widths } from "./journeys.ts"

for (const width of widths("desktop")) {
  test(`DEVICE-04 a person signs in, pays, adds a card and registers in Firefox ESR, ${width} px wide`, async () => {
    const program = programOnPath("firefox-esr")
    await walkJourneys(`firefox-${width}`, () => openFirefox(program, width))
  })
}
