import { loadFolder } from "#commands/load/load-folder.ts"
import { migrate } from "#database/migrating/migrate.ts"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { digestOnce } from "#tools/digest.ts"
import { type Filling, openTestDatabase } from "./database.ts"
import { demoFolder } from "./demo-people.ts"
import { noteWritesTo } from "./isolation.store.ts"
import { secondTenant, withSecondTenantFolder } from "./second-tenant/second-tenant.ts"
import { testAudit, testHashCost, testPasswords } from "./secret-key.ts"

/** The demo's data and the code that loads it. */
const sources = [
  "demo",
  "database",
  "commands/load",
  "services",
  "platform",
  "ports/policy-admin",
  "testing/secret-key.ts",
]

const costKey = testHashCost.memory

/**
 * A separate database with the demo's data as of the clock's date. It includes the second tenant of
 * `second-tenant.ts` unless `secondTenant` is false.
 */
export async function openDemoDatabase(
  clock: Clock,
  { secondTenant = true } = {},
): Promise<Database> {
  return await openTestDatabase(secondTenant ? secondTenantFilling(clock) : demoFilling(clock))
}

/** The demo's data only. */
export function demoFilling(clock: Clock): Filling {
  return {
    key: `demo_${digestOnce(sources)}_${costKey}_${hourOf(clock)}`,
    async fill(database) {
      await migrate(database)
      await loadFolder(database, demoFolder, {
        clock,
        audit: testAudit(clock),
        passwords: testPasswords,
      })
    },
  }
}

/** The demo and the second tenant, whose people have the same keys as Harbor Mutual's. */
function secondTenantFilling(clock: Clock): Filling {
  const paths = [...sources, "testing/second-tenant/second-tenant.ts", "testing/isolation.store.ts"]
  const demo = demoFilling(clock)
  return {
    key: `twin_${digestOnce(paths)}_${costKey}_${hourOf(clock)}`,
    async fill(database) {
      await demo.fill(database)
      await withSecondTenantFolder((folder) =>
        loadFolder(database, folder, {
          clock,
          audit: testAudit(clock),
          passwords: testPasswords,
        }),
      )
      await noteWritesTo(database, secondTenant)
    },
  }
}

/** The hour of the clock. No time zone of the demo changes its date within an hour. */
function hourOf(clock: Clock): string {
  return clock.now().toISOString().slice(0, 13).replaceAll(/\D/g, "")
}
