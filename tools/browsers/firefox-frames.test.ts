// @prove-only firefox

import { test } from "node:test"
import { programOnPath } from "#testing/debian-packages.ts"
import { walkCardFrames } from "./card-frames.ts"
import { openFirefox } from "./firefox.ts"

test("a person types a card into the gateway's frames in Firefox ESR", async () => {
  await walkCardFrames(() => openFirefox(programOnPath("firefox-esr"), 1280))
})
