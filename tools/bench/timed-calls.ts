// Sends one call repeatedly with short pauses, in a process that does nothing else. Its parent
// sends the call first, and then "take" for the milliseconds of each call since the last "take".

import { setTimeout as wait } from "node:timers/promises"
import type { MeasuredCall } from "./load.ts"
import { send } from "./send-call.ts"

export interface Order {
  port: number
  call: MeasuredCall
}

const pauseMs = 5
let times: number[] = []

async function repeat({ port, call }: Order): Promise<void> {
  while (process.connected) {
    times.push(await send(port, call))
    await wait(pauseMs)
  }
}

process.on("message", (message: Order | "take") => {
  if (message === "take") {
    process.send?.(times)
    times = []
    return
  }
  void repeat(message)
})
