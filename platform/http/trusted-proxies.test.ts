import assert from "node:assert/strict"
import { test } from "node:test"
import { addressIn, readTrustProxy, trustsEveryPeer } from "./trusted-proxies.ts"

test("ORIGIN-05 without TRUST_PROXY no proxy is trusted", () => {
  for (const text of ["", " ", "false"]) {
    assert.equal(readTrustProxy(text)("127.0.0.1", 0), false)
  }
})

test("ORIGIN-05 addresses and networks of IPv4 and IPv6 are trusted, and no others", () => {
  const trusts = readTrustProxy("10.0.0.0/8, 192.0.2.7,2001:db8::/32 ,::1")
  for (const address of ["10.1.2.3", "192.0.2.7", "2001:db8::9", "::1", "::ffff:10.1.2.3"]) {
    assert.equal(trusts(address, 0), true, address)
    assert.equal(trusts(address, 3), true, address)
  }
  for (const address of ["11.1.2.3", "192.0.2.8", "2001:db9::9", "::2", "", "banana"]) {
    assert.equal(trusts(address, 0), false, address)
  }
})

test("ORIGIN-05 a number trusts that many proxies in a row", () => {
  const trusts = readTrustProxy("2")
  assert.deepEqual(
    [0, 1, 2].map((hop) => trusts("203.0.113.9", hop)),
    [true, true, false],
  )
  assert.equal(readTrustProxy("0")("203.0.113.9", 0), false)
})

test('ORIGIN-05 "true" trusts every peer', () => {
  assert.equal(readTrustProxy("true"), trustsEveryPeer)
  assert.equal(trustsEveryPeer("203.0.113.9", 5), true)
})

test("ORIGIN-05 any other value is refused with the name of the setting", () => {
  const wrong = [
    ...["banana", "TRUE", "yes", "-1", "1.5", "11", "10.0.0.0/33", "10.0.0.0/0", "::/0"],
    ...["10.0.0.0/", "10.0.0.0/8/8", "10.0.0", "300.1.1.1", ",", "10.0.0.1,", "::1/129", "all"],
  ]
  for (const text of wrong) {
    assert.throws(() => readTrustProxy(text), /TRUST_PROXY must be/, text)
  }
})

test("LIMIT-01 ORIGIN-05 an address may have a port, brackets or a zone, and other texts are not addresses", () => {
  for (const [text, address] of [
    ["203.0.113.9", "203.0.113.9"],
    [" 203.0.113.9:53211 ", "203.0.113.9"],
    ["[2001:db8:1::9]:443", "2001:db8:1::9"],
    ["[2001:db8:1::9]", "2001:db8:1::9"],
    ["[2001:DB8:85a3:1234:5678:8a2e:3707:7334]:65535", "2001:db8:85a3:1234:5678:8a2e:3707:7334"],
    ["2001:db8:0:0::9", "2001:db8::9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["[::ffff:cb00:7109]:80", "203.0.113.9"],
    ["fe80::1%eth0", "fe80::1"],
    ["[fe80::1%eth0]:80", "fe80::1"],
  ] as const) {
    assert.equal(addressIn(text), address, text)
  }
  for (const text of [
    ...["", " ", "unknown", "_hidden", "-", "203.0.113", "203.0.113.256", "2130706433", "0x7f.1"],
    ...["203.0.113.9:", "203.0.113.9:x", "203.0.113.9:123456", "203.0.113.9:80:80", "[203.0.113.9"],
    ...[
      "2001:db8::9:zz",
      "1:2:3:4:5:6:7:8:443",
      "203.0.113.9, 10.0.0.1",
      "localhost",
      "a".repeat(9_000),
    ],
  ]) {
    assert.equal(addressIn(text), undefined, text)
  }
})

test("LIMIT-01 ORIGIN-05 a listed proxy is also recognized with its port", () => {
  const trusts = readTrustProxy("10.0.0.0/8")
  assert.equal(trusts("10.1.2.3:443", 1), true)
  assert.equal(trusts("[::ffff:10.1.2.3]:443", 1), true)
  assert.equal(trusts("11.1.2.3:443", 1), false)
})
