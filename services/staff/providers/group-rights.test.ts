import assert from "node:assert/strict"
import { test } from "node:test"
import { rightsOf } from "./provider-accounts.ts"
import type { GroupRights } from "./staff-sign-in-ways.ts"

const mapping: Record<string, GroupRights> = {
  "harbor-desk": { clients: ["harbor"], roles: ["look", "serve"] },
  "wayfarer-desk": { clients: ["wayfarer"], roles: ["look", "serve"] },
  "harbor-money": { clients: ["harbor"], roles: ["money"] },
  all: { clients: null, roles: ["look"] },
}

test("SSO-04 rights of groups add up, but a role never extends to a client for which no group gives it", () => {
  for (const [groups, expected] of [
    [[], { kind: "none" }],
    [["other", "constructor", "__proto__"], { kind: "none" }],
    [["harbor-desk"], { kind: "granted", clients: ["harbor"], roles: ["look", "serve"] }],
    [
      ["harbor-desk", "wayfarer-desk", "other"],
      { kind: "granted", clients: ["harbor", "wayfarer"], roles: ["look", "serve"] },
    ],
    [
      ["harbor-desk", "harbor-money"],
      { kind: "granted", clients: ["harbor"], roles: ["look", "money", "serve"] },
    ],
    [["wayfarer-desk", "harbor-money"], { kind: "unclear" }],
    [["all"], { kind: "granted", clients: null, roles: ["look"] }],
    [["all", "harbor-desk"], { kind: "unclear" }],
  ] as const) {
    assert.deepEqual(rightsOf(mapping, groups), expected, groups.join(" "))
  }
})
