import assert from "node:assert/strict"
import { test } from "node:test"
import { changedEmail, maskedForOwner } from "./shown-email.ts"

test("ACTIVITY-02 a changed address is masked, and its owner can still distinguish the old from the new one", () => {
  const changed = changedEmail("lena.fischer@example.com", "lena.new@example.com")
  assert.equal(changed, "from l•••••r@example.com to l•••••w@example.com")
  assert.equal(changedEmail("", "lena.new@example.com"), "to l•••••w@example.com")
  const alike = changedEmail("lena@example.com", "luna@example.com")
  assert.equal(alike, "to another address that looks like l•••••a@example.com")
})

test("a short address reveals at most one character", () => {
  assert.equal(maskedForOwner("amy@example.com"), "a•••••@example.com")
})
