// @prove-only webkit

import { test } from "node:test"
import { walkJourneys, widths } from "./journeys.ts"
import { openWebKit } from "./webkit.ts"

for (const width of widths("phone")) {
  test(`DEVICE-04 a person signs in, pays, adds a card and registers in WebKitGTK, ${width} px wide`, async () => {
    await walkJourneys(`webkit-${width}`, () => openWebKit(width))
  })
}
