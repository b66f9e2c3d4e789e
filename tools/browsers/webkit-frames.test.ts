// @prove-only webkit

import { test } from "node:test"
import { walkCardFrames } from "./card-frames.ts"
import { openWebKit } from "./webkit.ts"

test("a person types a card into the gateway's frames in WebKitGTK", async () => {
  await walkCardFrames(() => openWebKit(390))
})
