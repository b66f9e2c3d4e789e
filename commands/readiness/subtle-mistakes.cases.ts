import {
  brand,
  css,
  fund,
  type Mistake,
  own,
  people,
  person,
  product,
  type readyFiles,
  set,
  styled,
  welcome,
  write,
} from "./mistakes.cases.ts"

type Ready = ReturnType<typeof readyFiles>

const contact = "clients/fund/content/contact-us.html"
const users = "clients/fund/users.json"
const visa = "shared/content/card-number-pattern-visa.html"
const logo = "clients/fund/assets/logo.png"
const billing = (fields: object) => (files: Ready) =>
  set(files[people][0]?.products[0]?.billing, fields)
const hosts =
  (...names: string[]) =>
  (files: Ready) =>
    set(files[fund], { sites: names.map((host) => ({ host, isCustomerSite: true })) })
const inWelcome = (line: string, says: RegExp, kind: Mistake["kind"] = "text"): Mistake => ({
  ...{ change: own(line), kind, file: welcome, line, says },
})
const inClient = (fields: object, line: string, says: RegExp): Mistake => ({
  ...{ change: brand(fields), kind: "placeholder", file: fund, line, says, isWarning: true },
})
const cutOff = (files: Ready) =>
  write(logo, (files as unknown as Record<string, Buffer>)[logo]?.subarray(0, 60))(files)
/** A picture with these dimensions in its header. */
function pictureOf(width: number, height: number): Buffer {
  const head = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR........\b\x02\0\0\0....IEND", "latin1")
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}

/**
 * Mistakes in well-formed files: samples, numbers that reach no one, and values that do not match.
 */
export const subtleMistakes: Record<string, Mistake> = {
  "a person who has neither an email address nor a user": {
    change(files) {
      person({ emailAddress: "" })(files)
      set(files, { [users]: [] })
    },
    kind: "email",
    file: people,
    line: '"emailAddress": "",',
    says: /^1 person, the first of them here, cannot register without an email address/,
    isWarning: true,
  },
  ...Object.fromEntries(
    [{ active: false }, { policyStatus: "Lapsed" }, { policyStatus: "CANCELED 03/2026" }].map(
      (fields): [string, Mistake] => [
        `a bill of a product that has ended: ${JSON.stringify(fields)}`,
        {
          change: product(fields),
          kind: "amount",
          file: people,
          line: '"amountDue": "26.00"',
          says: /amountDue is asked for a product that has ended/,
          isWarning: true,
        },
      ],
    ),
  ),
  "a phone number with a digit too few": {
    change: brand({ phoneNumber: "(800) 55-01" }),
    kind: "phone",
    file: fund,
    line: '"phoneNumber": "(800) 55-01",',
    says: /no phone can dial/,
  },
  "a phone number with letters": {
    change: brand({ phoneNumber: "800-555-12120x" }),
    kind: "phone",
    file: fund,
    line: '"phoneNumber": "800-555-12120x",',
    says: /no phone can dial/,
  },
  "a phone number that differs from the one in the contact text": {
    change: write(contact, '<p>Call <a href="tel:+18005551213">(800) 555-1213</a></p>'),
    kind: "phone",
    file: fund,
    line: '"phoneNumber": "1-800-555-1212",',
    says: /not the number in contact-us\.html/,
    isWarning: true,
  },
  "a link to a phone number that is too short": inWelcome(
    '<p><a href="tel:+1800555">Call</a></p>',
    /no phone can dial/,
    "phone",
  ),
  "a link that dials another number": inWelcome(
    '<p><a href="tel:+18005551212">(800) 555-1213</a></p>',
    /the link dials \+18005551212/,
    "phone",
  ),
  "an email link without an address": inWelcome(
    '<p><a href="mailto:foo">m</a></p>',
    /no email/,
    "link",
  ),
  "a link that runs a script": inWelcome(
    '<p><a href="javascript:alert(1)">x</a></p>',
    /browsers open no javascript:.*begins with https/,
    "link",
  ),
  "a link with a misspelled scheme": inWelcome(
    '<p><a href="htps:/www.gpfm.com">x</a></p>',
    /browsers open no htps:/,
    "link",
  ),
  "a link to a nonexistent domain ending": inWelcome(
    '<p><a href="https://www.gpfm.con/">x</a></p>',
    /ends in \.con/,
    "link",
  ),
  "a sample phone number": inClient(
    { phoneNumber: "(888) 555-0177" },
    '"phoneNumber": "(888) 555-0177",',
    /is a sample/,
  ),
  "a sample company address": inClient(
    { postalAddress: "1 Main Street, Dayton, OH 45402" },
    '"postalAddress": "1 Main Street, Dayton, OH 45402",',
    /is a sample/,
  ),
  "a sample address for claims": inClient(
    { claimUrl: "https://claims.example.com/new" },
    '"claimUrl": "https://claims.example.com/new"',
    /is a sample/,
  ),
  "a sample phone number in a text": {
    ...inWelcome("<p>Call 555-555-5555, or (213) 555-0123.</p>", /is a sample/, "placeholder"),
    isWarning: true,
  },
  "a sample email address in a text": {
    ...inWelcome("<p>Write to info@example.com.</p>", /info@example\.com is/, "placeholder"),
    isWarning: true,
  },
  "sample people": {
    change: person({ emailAddress: "alex.sample@example.com" }),
    kind: "placeholder",
    file: people,
    line: '"emailAddress": "alex.sample@example.com",',
    says: /1 person, such as alex\.sample@example\.com/,
    isWarning: true,
  },
  "a sample password": {
    change: (files) => set(files["clients/fund/users.json"][0], { password: "Anchor-2026" }),
    kind: "placeholder",
    file: "clients/fund/users.json",
    line: '"password": "Anchor-2026",',
    says: /public password/,
    isWarning: true,
  },
  "staff with a sample password": {
    change: (files) => set(files["agents.json"][0], { password: "Anchor-2026" }),
    kind: "placeholder",
    file: "agents.json",
    line: '"password": "Anchor-2026",',
    says: /public password/,
    isWarning: true,
  },
  "an unfilled date": inWelcome("<p>Last updated: [date]</p>", /unfinished/, "placeholder"),
  "a heading without an end": inWelcome("<h2>Hi<p>foo</p>", /<h2> has no end/),
  "an end without a beginning": inWelcome("<p>foo</strong></p>", /<\/strong> ends nothing/),
  "a script in a text": inWelcome("<p>Hi</p><script>alert(1)</script>", /<script> is removed/),
  "a picture in a text": inWelcome('<p>Hi <img src="x.png"></p>', /<img> is removed/),
  "reversed letters": inWelcome("<p>Pay \u202eyadot</p>", /U\+202E turns around/),
  "a truncated logo": {
    change: cutOff,
    kind: "picture",
    file: logo,
    line: "",
    says: /cut off/,
  },
  "an oversized logo": {
    change: write(logo, pictureOf(12_000, 9_000)),
    kind: "picture",
    file: logo,
    line: "",
    says: /12000 by 9000 pixels, for which a phone needs 432 MB/,
  },
  "a style that hides every button": {
    change: styled(
      ":root { --heading-weight: 600 }",
      "@media (width < 40em) {",
      "button{display:none}",
      "}",
    ),
    kind: "style",
    file: css,
    line: "button{display:none}",
    says: /button hides/,
  },
  "a style that hides a part": {
    change: styled(":root { --heading-weight: 600 }", "main .note { visibility: hidden }"),
    kind: "style",
    file: css,
    line: "main .note { visibility: hidden }",
    says: /hides a part/,
    isWarning: true,
  },
  "a pattern of another card network": {
    change: write(visa, "^5[0-9]{15}$"),
    kind: "pattern",
    file: visa,
    line: "^5[0-9]{15}$",
    says: /pattern of VISA takes numbers of MasterCard/,
  },
  "a pattern that refuses its cards": {
    change: write(visa, "^4[0-9]{14}$"),
    kind: "pattern",
    file: visa,
    line: "^4[0-9]{14}$",
    says: /refuses well-known numbers of VISA/,
    isWarning: true,
  },
  "two screens with one title": {
    change: brand({ pageTitles: { profile: "Payments", paymentCenter: "Payments" } }),
    kind: "title",
    file: fund,
    line: '"paymentCenter": "Payments"',
    says: /also the title of profile/,
    isWarning: true,
  },
  "a title that is too long for a tab": {
    change: brand({
      pageTitles: { login: "Log in to see your certificates and pay what is due today or later" },
    }),
    kind: "title",
    file: fund,
    line: '"login": "Log in to see your certificates and pay what is due today or later"',
    says: /Shorten .* to 61 characters/,
    isWarning: true,
  },
  "a name that fills the header": {
    change: brand({ name: `The ${"Mutual ".repeat(11)}Company` }),
    kind: "title",
    file: fund,
    line: `"name": "The ${"Mutual ".repeat(11)}Company",`,
    says: /88 characters, and screens show 80/,
  },
  "a host that looks like another": {
    change: hosts(
      "union.localhost.fund.coop",
      "my.fund.coop",
      "my.fvnd-life.com",
      "my.fund-life.com",
    ),
    kind: "host",
    file: fund,
    line: '"host": "my.fund-life.com",',
    says: /looks like my\.fvnd-life\.com/,
    isWarning: true,
  },
  "a host that is only a domain ending": {
    change: hosts("co.uk"),
    kind: "host",
    file: fund,
    line: '"host": "co.uk",',
    says: /others register/,
  },
  "a host with a misspelled ending": {
    change: hosts("my.fund.con"),
    kind: "host",
    file: fund,
    line: '"host": "my.fund.con",',
    says: /ends in \.con/,
    isWarning: true,
  },
  "hosts that exist only on this machine": {
    change: hosts("fund.localhost"),
    kind: "placeholder",
    file: fund,
    line: '"sites": [',
    says: /each host is a sample/,
    isWarning: true,
  },
  "an amount without its point": {
    change: billing({ frequencies: [{ code: "M", label: "Monthly", amount: "2600.00" }] }),
    kind: "amount",
    file: people,
    line: '"amount": "2600.00"',
    says: /31200\.00 in a year, and annualPremium is 312\.00/,
    isWarning: true,
  },
  "a zip code of another state": {
    change: (files) => set(files[people][0]?.address, { zipCode: "90210" }),
    kind: "state",
    file: people,
    line: '"zipCode": "90210"',
    says: /90210 is not in OH/,
    isWarning: true,
  },
  "coverage that begins four centuries from now": {
    change: product({ coverageEffectiveDate: "2424-01-01" }),
    kind: "date",
    file: people,
    line: '"coverageEffectiveDate": "2424-01-01"',
    says: /must be a date such as/,
  },
  "a bill of another century": {
    change: billing({ dueDate: "1926-11-21" }),
    kind: "format",
    file: people,
    line: '"dueDate": "1926-11-21",',
    says: /must be from 2019-11-21 to/,
  },
  "an amount with a comma": {
    change: product({ annualPremium: "1,188.00" }),
    kind: "format",
    file: people,
    line: '"annualPremium": "1,188.00",',
    says: /Write dollars and cents without signs/,
  },
  "an account number that two people have": {
    change: (files) => set(files[people][1], { accountNumber: "A1" }),
    kind: "format",
    file: people,
    line: '"accountNumber": "A1",',
    says: /first in line 3.*Give each of them its own/,
  },
  "a file that nothing uses": {
    change: write("clients/fund/contents/x.html", "x"),
    kind: "format",
    file: "clients/fund/contents/",
    line: "",
    says: /Rename it to one of these/,
  },
  "a picture of another type": {
    change: write(logo, "text"),
    kind: "picture",
    file: logo,
    line: "text",
    says: /Save the picture again as the type/,
  },
}
