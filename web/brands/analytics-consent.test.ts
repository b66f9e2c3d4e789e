import assert from "node:assert/strict"
import { test } from "node:test"
import { mayMeasure } from "./analytics-consent.ts"

const denied = ["consent", "default", { analytics_storage: "denied" }]
const granted = { 0: "consent", 1: "update", 2: { analytics_storage: "granted" }, length: 3 }

test("SESSION-08 page views are counted if no one objects", () => {
  assert.equal(mayMeasure({}, []), true)
  assert.equal(mayMeasure({ doNotTrack: null }, [{ event: "gtm.js" }]), true)
  assert.equal(mayMeasure({ doNotTrack: "0", globalPrivacyControl: false }, []), true)
})

test("SESSION-08 Do Not Track and Global Privacy Control are respected", () => {
  assert.equal(mayMeasure({ doNotTrack: "1" }, []), false)
  assert.equal(mayMeasure({ globalPrivacyControl: true }, [granted]), false)
})

test("SESSION-08 the latest signal of the client's consent tool wins", () => {
  assert.equal(mayMeasure({}, [denied]), false)
  assert.equal(mayMeasure({}, [denied, granted]), true)
  assert.equal(mayMeasure({}, [granted, denied]), false)
  assert.equal(mayMeasure({}, [["consent", "default", { ad_storage: "denied" }]]), true)
})
