import assert from "node:assert/strict"
import { test } from "node:test"
import {
  emailInvalidText,
  isEmailAddress,
  isEmailAddressOfAnyEnding,
  maskedEmail,
} from "./email-address-rules.ts"

test("RECOVER-02 an email address has a local part, a domain and an ending of 2 to 4 letters", () => {
  for (const typed of ["a@b.co", " ana.duarte+x@mail.example.com ", "o'brien@example.info"]) {
    assert.equal(isEmailAddress(typed), true, typed)
  }
  const wrong = ["", "a", "a@b", "a@b.c", "a@b.museum", "a b@c.de", "@b.de", "a@@b.de", "a@b.de,"]
  for (const typed of [...wrong, `${"a".repeat(250)}@b.de`]) {
    assert.equal(isEmailAddress(typed), false, typed)
  }
  assert.equal(emailInvalidText, "The email address you have entered is not valid.")
})

test("PROFILE-03 the contact form accepts endings of any length", () => {
  for (const typed of ["a@b.co", "ana@city.museum", " a@b.technology ", "a@b.xn--fiqs8s"]) {
    assert.equal(isEmailAddressOfAnyEnding(typed), true, typed)
  }
  for (const typed of ["a@b", "a@b.c", "a@b.c0m", "a@b.museum.", "a@museum", "=?x?=@b.museum"]) {
    assert.equal(isEmailAddressOfAnyEnding(typed), false, typed)
  }
})

test("ORIGIN-11 an email address with invisible or encoded characters is refused", () => {
  for (const typed of [
    "a@b.co\u2028",
    "\u2029a@b.co",
    "a@b.co\n",
    "a@b.co\ufeff",
    "a\u200b@b.co",
  ]) {
    assert.equal(isEmailAddress(typed), false, JSON.stringify(typed))
  }
  assert.equal(isEmailAddress("=?utf-8?q?x?=@b.com"), false)
  assert.equal(isEmailAddress("a?=b=@b.com"), true)
  assert.equal(isEmailAddress("\u00a0a@b.co\t"), true)
})

test("PROFILE-03 addresses that mail servers reject are refused", () => {
  const [local, label] = ["l".repeat(64), "d".repeat(63)]
  for (const typed of [`${local}@b.co`, `a@${label}.co`, "a@b-c.co", "a@1.b.co", "a.b.c@b.co"]) {
    assert.equal(isEmailAddressOfAnyEnding(typed), true, typed)
  }
  for (const typed of [
    ...[
      `${local}l@b.co`,
      `a@${label}d.co`,
      "a..b@b.co",
      ".a@b.co",
      "a.@b.co",
      "a@-b.co",
      "a@b-.co",
    ],
    ...["a@b..co", "a@.b.co", "a@b.co.", "a@b.co; c@d.co", "a@b.co,c@d.co", "Ana <a@b.co>", "none"],
    ...["mailto:a@b.co", "a @b.co", '"a b"@b.co', "a@[10.0.0.1]", "é@b.co", "a@é.co", "a@b@c.co"],
  ]) {
    assert.equal(isEmailAddressOfAnyEnding(typed), false, typed)
  }
})

test("a masked address shows the first letter and the domain", () => {
  assert.equal(maskedEmail("maria.santos@example.com"), "m•••••@example.com")
})
