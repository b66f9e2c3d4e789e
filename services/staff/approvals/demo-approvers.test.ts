import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import type { StaffRole } from "#contracts/staff/staff-roles.ts"

interface DemoStaff {
  userid: string
  clients: "all" | string[]
  roles: StaffRole[]
}

const file = join(import.meta.dirname, "../../../demo/agents.json")
const members: DemoStaff[] = JSON.parse(readFileSync(file, "utf8"))

test("REFUND-04 CORRECTION-04 the demo's staff with the role money have an approver for each client", () => {
  for (const { userid, clients, roles } of members) {
    if (!roles.includes("money") || clients === "all") continue
    for (const client of clients) {
      const approvers = members.filter(
        (one) =>
          one.userid !== userid &&
          one.roles.includes("approve") &&
          (one.clients === "all" || one.clients.includes(client)),
      )
      assert.ok(approvers.length > 0, `${userid} for ${client}`)
    }
  }
})
