import assert from "node:assert/strict"
import { test } from "node:test"
import { agentZone } from "./agent-zone.ts"

test("STATUS-01 staff read times in the zone of their device, and in that of the support site if the device has none", () => {
  assert.equal(agentZone("America/Chicago", "America/New_York"), "America/Chicago")
  for (const none of ["UTC", "Etc/UTC", "GMT"]) {
    assert.equal(agentZone(none, "America/New_York"), "America/New_York")
  }
})
