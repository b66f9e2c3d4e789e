// A process that sends the due events to one endpoint until it is killed, for the kill test.

import { openDatabase } from "#database/open.ts"
import { createJobs } from "#platform/jobs/jobs.ts"
import { timers } from "#platform/jobs/scheduler.ts"
import { later } from "#platform/time.ts"
import { eventDeliveryJob } from "#services/events/event-delivery-job.ts"
import { sharedTimeOf } from "./clock.ts"

const [url = "", endpoint = "{}", seconds = "0"] = process.argv.slice(2)
const log = { info() {}, warn() {}, error: console.error }
const clock = { now: () => later(new Date(), { seconds: Number(seconds) }) }
const database = await openDatabase({ url })
const jobs = createJobs({ log, scheduler: timers, sharedTime: sharedTimeOf(clock) })
jobs.add(eventDeliveryJob({ database, clock, log }, JSON.parse(endpoint)))
jobs.start()
