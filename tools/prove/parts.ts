import { advisories } from "./advisories.ts"
import { backup } from "./backup/backup.ts"
import { bench } from "./bench.ts"
import { billingDay } from "./billing/billing-day.ts"
import { firefox, older, webkit } from "./browsers.ts"
import { connect } from "./connect.ts"
import { deployment } from "./deployment/deployment.ts"
import { importPeople } from "./import/import.ts"
import { monitoring } from "./monitoring/monitoring.ts"
import { outages } from "./outages.ts"
import type { Part, Size } from "./part.ts"
import { payments } from "./payments/payments.ts"
import { people } from "./people.ts"
import { pictures } from "./pictures/pictures.ts"
import { production } from "./production.ts"
import { rotation } from "./rotation/rotation.ts"
import { pooler } from "./scale/pooler.ts"
import { replica } from "./scale/replica.ts"
import { soak } from "./soak.ts"
import { start } from "./start.ts"
import { stripe } from "./stripe/stripe.ts"
import {
  alone,
  engines,
  levels,
  overHttp,
  partitions,
  phone,
  screens,
  zones,
} from "./suite-parts.ts"
import { tenants } from "./tenants.ts"
import { markedPart } from "./test-files.ts"
import { upgrade } from "./upgrade/upgrade.ts"

interface ListedPart {
  run: Part
  /**
   * The size for a change in its folders. A part that takes more than 20 minutes at full size has a
   * smaller one.
   */
  forChange: Size
}

const full = (run: Part): ListedPart => ({ run, forChange: "full" })
const small = (run: Part): ListedPart => ({ run, forChange: "small" })
const change = (run: Part): ListedPart => ({ run, forChange: "change" })

/** The parts in order, short ones first. */
export const parts = {
  advisories: full(advisories),
  tenants: full(tenants),
  models: small(markedPart("models")),
  kill: small(markedPart("kill")),
  year: change(markedPart("year")),
  timing: full(markedPart("timing", { TEST_HASH_COST: "recommended" })),
  days: full(markedPart("days")),
  faults: full(markedPart("faults")),
  start: full(start),
  stripe: full(stripe),
  bench: full(bench),
  commands: full(markedPart("commands")),
  matrix: full(markedPart("matrix")),
  plans: full(markedPart("plans")),
  conform: small(markedPart("conform")),
  screens: full(screens),
  pictures: change(pictures),
  older: full(older),
  firefox: small(firefox),
  webkit: small(webkit),
  payments: change(payments),
  backup: change(backup),
  connect: change(connect),
  "over-http": small(overHttp),
  billing: change(billingDay),
  import: full(importPeople),
  outages: small(outages),
  zones: small(zones),
  alone: small(alone),
  engines: small(engines),
  levels: small(levels),
  partitions: small(partitions),
  pooler: small(pooler),
  replica: full(replica),
  phone: small(phone),
  production: full(production),
  upgrade: small(upgrade),
  rotation: small(rotation),
  deployment: full(deployment),
  monitoring: full(monitoring),
  people: small(people),
  soak: change(soak),
} satisfies Record<string, ListedPart>

export type PartName = keyof typeof parts

export const partNames = Object.keys(parts) as PartName[]

export function isPart(name: string): name is PartName {
  return name in parts
}

/**
 * The parts that every change must pass, in their small form: they find real faults within minutes.
 * The two rows run in parallel, because `payments` mostly waits for servers to come back.
 */
export const gate: readonly (readonly PartName[])[] = [
  ["payments", "production"],
  ["tenants", "year", "start"],
]

/** Parts whose small form would repeat tests of `npm test`. */
export const withoutSmallForm: readonly PartName[] = ["matrix", "plans"]
