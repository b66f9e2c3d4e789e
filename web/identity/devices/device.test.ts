import assert from "node:assert/strict"
import { test } from "node:test"
import bowser from "bowser"
import { deviceInfoOf } from "./device.ts"

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1"
const desktop =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"

test("LOGIN-08 a phone is reported with its maker and model", () => {
  assert.deepEqual(deviceInfoOf(phone, bowser.parse(phone)), {
    userOS: "iOS",
    userOSVersion: "17.4",
    browserName: "Safari",
    browserVersion: "17.4",
    isMobile: "Y",
    mobileModel: "iPhone",
    mobileVendor: "Apple",
    userAgent: phone,
  })
})

test("LOGIN-08 a computer is not reported as mobile and does not have a model", () => {
  const device = deviceInfoOf(desktop, bowser.parse(desktop))
  assert.equal(device.userOS, "Windows")
  assert.equal(device.browserName, "Chrome")
  assert.equal(device.isMobile, "N")
  assert.equal(device.mobileModel, "")
})

test("LOGIN-08 the user agent is cut off at 500 characters", () => {
  assert.equal(deviceInfoOf("x".repeat(700), {}).userAgent.length, 500)
})
