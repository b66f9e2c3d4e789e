import { readdirSync, readFileSync } from "node:fs"
import { exampleFiles, type Files } from "#commands/load/example-folder.ts"
import type { FindingKind } from "#services/brands/readiness/finding.ts"

const demo = new URL("../../demo/", import.meta.url)
export const fund = "clients/fund/client.json"
export const people = "clients/fund/people.json"
const phone = "1-800-555-1212"
export const css = "clients/fund/assets/brand.css"
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><path d="M0 0h9v9z"/></svg>'

/** Replaces the demo's number, which is a sample, with that of directory assistance. */
function ownNumber(text: string): string {
  return text.replaceAll("(800) 555-0100", phone).replaceAll("+18005550100", "+18005551212")
}

const demoText = (name: string) =>
  ownNumber(readFileSync(new URL(`shared/content/${name}.html`, demo), "utf8"))

/** The example folder of the loader with everything that a brand needs to be published. */
export function readyFiles(): Files & ReturnType<typeof exampleFiles> {
  const files: Files & ReturnType<typeof exampleFiles> = exampleFiles()
  const shared = new URL("shared/content/", demo)
  for (const name of readdirSync(shared)) {
    Object.assign(files, {
      [`shared/content/${name}`]: reviewed(
        name,
        ownNumber(readFileSync(new URL(name, shared), "utf8")),
      ),
    })
  }
  const logo = readFileSync(new URL("clients/harbor/assets/logo.png", demo))
  for (const client of ["fund", "union"]) {
    Object.assign(files, {
      [`clients/${client}/assets/logo.svg`]: drawing,
      [`clients/${client}/assets/icon.svg`]: drawing,
      [`clients/${client}/assets/logo.png`]: logo,
    })
    Object.assign(files[`clients/${client}/client.json`] as object, {
      phoneNumber: phone,
      postalAddress: "20 Canal Street, Dayton, OH 45402",
      brandDetail: {
        primaryLogo: "logo.svg",
        logoImage: "logo.png",
        cssFile: client === "fund" ? "brand.css" : null,
      },
      headTags: [{ tag: "link", rel: "icon", href: `/brand/${client}/icon/icon.svg` }],
    })
  }
  for (const one of files[people]) set(one, { emailAddress: "pat@fund.coop" })
  for (const client of ["fund", "union"] as const) {
    const { sites } = files[`clients/${client}/client.json`]
    sites.push({ host: `my.${client}.coop`, isCustomerSite: true })
  }
  set(files, {
    [css]:
      ":root { --brand-accent: #123456 }\n@media (prefers-color-scheme: dark) { :root { --brand-accent: #8dbbe6 } }",
  })
  return files
}

/** The words of a sample that someone has accepted, as the last line shows. */
const reviewed = (name: string, text: string) =>
  /^(authorization|privacy|terms|site-|transaction-)/.test(name)
    ? `${text.trimEnd()}\n<!-- Reviewed: P. Example, 2026-11-20 -->\n`
    : text

/** A mistake, and its only finding: the kind, the file and the line. */
export interface Mistake {
  change(files: ReturnType<typeof readyFiles>): void
  kind: FindingKind
  file: string
  /** Words of the line, without surrounding spaces; "" for a missing or empty file. */
  line: string
  /** Words of the reason or the fix. */
  says: RegExp
  isWarning?: true
}

export const set = (entry: object | undefined, fields: object) => Object.assign(entry ?? {}, fields)
export const write = (file: string, text: string | Buffer | undefined) => (files: Files) =>
  text === undefined ? delete files[file] : set(files, { [file]: text })
export const brand = (fields: object) => (files: ReturnType<typeof readyFiles>) =>
  set(files[fund], fields)
export const product = (fields: object) => (files: ReturnType<typeof readyFiles>) =>
  set(files[people][0]?.products[0], fields)
export const person = (fields: object) => (files: ReturnType<typeof readyFiles>) =>
  set(files[people][0], fields)
const method = (fields: object) => (files: ReturnType<typeof readyFiles>) =>
  set(files[people][0]?.paymentMethods[0], fields)
export const styled = (...rules: string[]) => write(css, rules.join("\n"))
export const welcome = "clients/fund/content/welcome.html"
export const own = (text: string) => write(welcome, `<h2>Hello</h2>\n${text}`)
const group = (item: object) => (files: ReturnType<typeof readyFiles>) =>
  set(files[fund].clientGroup.items[0], item)

/** Single mistakes in a folder that is otherwise ready. */
export const mistakes: Record<string, Mistake> = {
  "an authorization text without a file": {
    change: write("shared/content/authorization-add.html", undefined),
    kind: "authorization",
    file: "clients/union/content/authorization-add.html",
    line: "",
    says: /no customer can do this: Manage Auto Pay/,
  },
  "an empty authorization text": {
    change: write("shared/content/authorization-pay-now.html", " \n"),
    kind: "authorization",
    file: "shared/content/authorization-pay-now.html",
    line: "",
    says: /Pay Now/,
  },
  "terms of service of a sample, with another phone number and another date": {
    change: write(
      "clients/fund/content/terms-of-service.html",
      demoText("terms-of-service").replace("January 2, 2026", "March 14, 2027"),
    ),
    kind: "legal",
    file: "clients/fund/content/terms-of-service.html",
    line: "<p>Last updated: March 14, 2027</p>",
    says: /words of a sample .*lawyer.*Reviewed/,
  },
  "a disclaimer of a sample that brands share, with another time zone": {
    change: write(
      "shared/content/transaction-disclaimer.html",
      demoText("transaction-disclaimer").replace("Eastern", "Hawaii-Aleutian"),
    ),
    kind: "legal",
    file: "shared/content/transaction-disclaimer.html",
    line:
      demoText("transaction-disclaimer").replace("Eastern", "Hawaii-Aleutian").split("\n")[0] ?? "",
    says: /words of a sample/,
  },
  "an authorization of a sample under a mark without a name": {
    change: write(
      "shared/content/authorization-remove.html",
      `<!-- Reviewed: -->\n${demoText("authorization-remove")}`,
    ),
    kind: "legal",
    file: "shared/content/authorization-remove.html",
    line: "<!-- Reviewed: -->",
    says: /words of a sample/,
  },
  "an authorization without the amount": {
    change: write("shared/content/authorization-pay-now.html", "<p>Charge {accountNumber}.</p>"),
    kind: "placeholder",
    file: "shared/content/authorization-pay-now.html",
    line: "<p>Charge {accountNumber}.</p>",
    says: /\{amountDue\}/,
  },
  "an authorization with a misspelled placeholder": {
    change: write(
      "clients/union/content/authorization-remove.html",
      "<p>Hi</p>\n<p>{ammountDue}</p>",
    ),
    kind: "placeholder",
    file: "clients/union/content/authorization-remove.html",
    line: "<p>{ammountDue}</p>",
    says: /ammountDue/,
  },
  "a text that the footer needs": {
    change: write("shared/content/terms-of-service.html", undefined),
    kind: "text",
    file: "clients/fund/content/terms-of-service.html",
    line: "",
    says: /popup Terms of Service in the footer/,
  },
  "a text that the footer needs, with tags and no words": {
    change: write("clients/fund/content/privacy-policy.html", "<p>&nbsp;</p>\n<p> <br>&shy;</p>"),
    kind: "text",
    file: "clients/fund/content/privacy-policy.html",
    line: "<p>&nbsp;</p>",
    says: /popup Privacy Policy in the footer/,
  },
  "terms without words": {
    change: write("clients/fund/content/terms-of-service.html", "<p> </p>"),
    kind: "text",
    file: "clients/fund/content/terms-of-service.html",
    line: "<p> </p>",
    says: /popup Terms of Service in the footer/,
  },
  "no patterns of card numbers at all": {
    change(files) {
      for (const type of ["visa", "mastercard", "discover", "amex"]) {
        set(files, { [`shared/content/card-number-pattern-${type}.html`]: "" })
      }
    },
    kind: "text",
    file: "clients/union/content/",
    line: "",
    says: /cannot add a card/,
  },
  "a card number pattern that takes forever": {
    change: write("shared/content/card-number-pattern-visa.html", "^(4+)+$"),
    kind: "pattern",
    file: "shared/content/card-number-pattern-visa.html",
    line: "^(4+)+$",
    says: /is not a pattern/,
  },
  "a placeholder in a text that has no values": {
    change: own("<p>Hello {firstName}.</p>"),
    kind: "placeholder",
    file: welcome,
    line: "<p>Hello {firstName}.</p>",
    says: /as it stands/,
  },
  "a placeholder of another system": {
    change: own("<p>Hello {{first}}.</p>"),
    kind: "placeholder",
    file: welcome,
    line: "<p>Hello {{first}}.</p>",
    says: /as it stands/,
  },
  "an unfinished text": {
    change: own("<p>Call [insert number].</p>"),
    kind: "placeholder",
    file: welcome,
    line: "<p>Call [insert number].</p>",
    says: /unfinished/,
  },
  "a message that lost a value": {
    change: write("clients/fund/content/signIn.codeSent.html", "Your code is on its way."),
    kind: "placeholder",
    file: "clients/fund/content/signIn.codeSent.html",
    line: "Your code is on its way.",
    says: /\{email\}/,
    isWarning: true,
  },
  "a message with an unknown value": {
    change: write("clients/fund/content/signIn.codeSent.html", "Sent to {email} at {tme}."),
    kind: "placeholder",
    file: "clients/fund/content/signIn.codeSent.html",
    line: "Sent to {email} at {tme}.",
    says: /tme/,
  },
  "a link to an address without a screen": {
    change: own('<p><a href="/paymentcenter">Pay</a></p>'),
    kind: "link",
    file: welcome,
    line: '<p><a href="/paymentcenter">Pay</a></p>',
    says: /no screen has the address \/paymentcenter/,
  },
  "a link to an anchor": {
    change: own('<p><a href="/forgot-username#form">Help</a></p>'),
    kind: "link",
    file: welcome,
    line: '<p><a href="/forgot-username#form">Help</a></p>',
    says: /no anchors/,
  },
  "a link without an address": {
    change: own('<p><a href="">Help</a></p>'),
    kind: "link",
    file: welcome,
    line: '<p><a href="">Help</a></p>',
    says: /no address/,
  },
  "a link to a host that cannot exist": {
    change: own('<p><a href="https://www..example.com/">Help</a></p>'),
    kind: "link",
    file: welcome,
    line: '<p><a href="https://www..example.com/">Help</a></p>',
    says: /no host that can exist/,
  },
  "a malformed address": {
    change: brand({
      headTags: [{ tag: "link", rel: "icon", href: "/brand/fund/icon/%E0%A4%A.svg" }],
    }),
    kind: "link",
    file: fund,
    line: '"href": "/brand/fund/icon/%E0%A4%A.svg"',
    says: /no file of the brand/,
  },
  "a part of a text that pages do not show": {
    change: own("<p onclick='x()'>Hi</p>"),
    kind: "text",
    file: welcome,
    line: "<p onclick='x()'>Hi</p>",
    says: /onclick of <p> is removed/,
    isWarning: true,
  },
  "a picture of the style sheet with a percent sign": {
    change: styled(".a { background: url(100%.png) }"),
    kind: "font",
    file: css,
    line: ".a { background: url(100%.png) }",
    says: /100%\.png is not in assets/,
  },
  "an icon that is not in assets": {
    change: brand({ headTags: [{ tag: "link", rel: "icon", href: "/brand/fund/icon/ico.svg" }] }),
    kind: "link",
    file: fund,
    line: '"href": "/brand/fund/icon/ico.svg"',
    says: /no file of the brand/,
  },
  "a claim address that cannot exist": {
    change: brand({ claimUrl: "https://claims" }),
    kind: "link",
    file: fund,
    line: '"claimUrl": "https://claims"',
    says: /no host/,
  },
  "a missing logo": {
    change: write("clients/union/assets/logo.svg", undefined),
    kind: "picture",
    file: "clients/union/client.json",
    line: '"primaryLogo": "logo.svg",',
    says: /is not in assets/,
  },
  "an unreadable logo": {
    change: write("clients/fund/assets/logo.png", Buffer.from("\x89PNG\r\n\x1a\nbroken", "latin1")),
    kind: "picture",
    file: "clients/fund/assets/logo.png",
    line: "",
    says: /no size that a program can read/,
  },
  "an empty logo": {
    change: write("clients/fund/assets/logo.svg", '<svg xmlns="http://www.w3.org/2000/svg"></svg>'),
    kind: "picture",
    file: "clients/fund/assets/logo.svg",
    line: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    says: /empty/,
  },
  "a misspelled property": {
    change: styled(":root {", "  --brand-acent: #123456;", "}"),
    kind: "token",
    file: css,
    line: "--brand-acent: #123456;",
    says: /Did you mean --brand-accent\?/,
  },
  "a variable that is never set": {
    change: styled(":root {", "  --card-edge: 3px solid var(--navy);", "}"),
    kind: "token",
    file: css,
    line: "--card-edge: 3px solid var(--navy);",
    says: /no value/,
  },
  "an invalid color": {
    change: styled(":root {", "  --brand-accent: #12345;", "}"),
    kind: "style",
    file: css,
    line: "--brand-accent: #12345;",
    says: /is no color/,
  },
  "an unclosed bracket": {
    change: styled(":root {", "  --heading-weight: 600;"),
    kind: "style",
    file: css,
    line: ":root {",
    says: /never closed/,
  },
  "a declaration that browsers ignore": {
    change: styled(":root { --heading-weight: 600 }", "h1 { colr: red }"),
    kind: "style",
    file: css,
    line: "h1 { colr: red }",
    says: /colr/,
  },
  "buttons that are hard to read": {
    change: styled(
      ":root {",
      "  --brand-on-accent: #777777;",
      "}",
      "@media (prefers-color-scheme: dark) { :root { --brand-on-accent: #0d1c2a } }",
    ),
    kind: "contrast",
    file: css,
    line: "--brand-on-accent: #777777;",
    says: /light scheme: the contrast of buttons is 1\.\d+:1/,
  },
  "a header that is hard to read only in the dark scheme": {
    change: styled(":root {", "  --brand-header-ink: #22303d;", "}"),
    kind: "contrast",
    file: css,
    line: "--brand-header-ink: #22303d;",
    says: /dark scheme: the contrast of the header/,
  },
  "a mixed color that is hard to read": {
    change: styled(
      ":root {",
      "  --navigation-ink: color-mix(in oklab, var(--surface) 80%, var(--ink));",
      "  --navigation-bg: var(--surface);",
      "}",
    ),
    kind: "contrast",
    file: css,
    line: "--navigation-ink: color-mix(in oklab, var(--surface) 80%, var(--ink));",
    says: /the navigation/,
  },
  "a missing font file": {
    change: styled(
      "@font-face {",
      '  font-family: "Own";',
      '  src: url("own.woff2") format("woff2");',
      "}",
    ),
    kind: "font",
    file: css,
    line: 'src: url("own.woff2") format("woff2");',
    says: /own\.woff2 is not in assets/,
  },
  "a font that nothing provides": {
    change: styled(":root {", '  --font-body: "Own", sans-serif;', "}"),
    kind: "font",
    file: css,
    line: '--font-body: "Own", sans-serif;',
    says: /“Own”/,
    isWarning: true,
  },
  "a host that no browser can reach": {
    change: brand({ sites: [{ host: "my.fund.invalid", isCustomerSite: true }] }),
    kind: "host",
    file: fund,
    line: '"host": "my.fund.invalid",',
    says: /reserved.* such as my\.your-company\.com\.$/,
  },
  "a host with a scheme": {
    change: brand({ sites: [{ host: "https://my.fund.com", isCustomerSite: true }] }),
    kind: "host",
    file: fund,
    line: '"host": "https://my.fund.com",',
    says: /host name/,
  },
  "a group that links to a staff site": {
    change: (files) => set(files["clients/union/client.json"].sites[0], { isCustomerSite: false }),
    kind: "group",
    file: fund,
    line: '"hostName": "union.localhost"',
    says: /a site for staff/,
  },
  "a group that links to itself": {
    change: group({ client: "fund", hostName: "fund.localhost" }),
    kind: "group",
    file: fund,
    line: '"client": "fund",',
    says: /itself/,
  },
  "a group that links to an unknown client": {
    change: group({ client: "guild" }),
    kind: "group",
    file: fund,
    line: '"hostName": "union.localhost"',
    says: /no host of a client guild/,
  },
  "a page title with the name twice": {
    change: brand({ pageTitles: { login: "The fund Login" } }),
    kind: "title",
    file: fund,
    line: '"login": "The fund Login"',
    says: /name twice/,
  },
  "a page title with a placeholder": {
    change: brand({ pageTitles: { login: "Login {name}" } }),
    kind: "title",
    file: fund,
    line: '"login": "Login {name}"',
    says: /as it stands/,
  },
  "a name that breaks every email": {
    change: brand({ name: "The {Fund}" }),
    kind: "email",
    file: fund,
    line: '"name": "The {Fund}",',
    says: /a part without a value/,
  },
  "no company address": {
    change: (files) => set(files["clients/union/client.json"], { postalAddress: null }),
    kind: "email",
    file: "clients/union/client.json",
    line: '"postalAddress": null,',
    says: /receipts have no address/,
    isWarning: true,
  },
  "no accessibility statement": {
    change: write("clients/union/content/accessibility-statement.html", "<p>We care.</p>"),
    kind: "statement",
    file: "clients/union/content/accessibility-statement.html",
    line: "<p>We care.</p>",
    says: /reports a barrier/,
  },
  "a date of birth in the future": {
    change: person({ dateOfBirth: "2160-01-31" }),
    kind: "date",
    file: people,
    line: '"dateOfBirth": "2160-01-31",',
    says: /must be from 1900-01-01 to/,
  },
  "coverage that began after it ended": {
    change(files) {
      product({ active: false, coverageEffectiveDate: "2026-05-01" })(files)
      set(files[people][0]?.products[0]?.billing, { paidThrough: "2025-05-01", amountDue: "0.00" })
    },
    kind: "date",
    file: people,
    line: '"coverageEffectiveDate": "2026-05-01"',
    says: /after the coverage ended/,
  },
  "PRODUCTS-04 coverage that ended before it began": {
    change: product({ coverageEffectiveDate: "2026-03-01", coveredUntil: "2026-02-28" }),
    kind: "date",
    file: people,
    line: '"coveredUntil": "2026-02-28"',
    says: /before the coverage began/,
  },
  "PRODUCTS-04 a grace period without the days that are paid": {
    change: product({ graceUntil: "2026-04-30" }),
    kind: "date",
    file: people,
    line: '"graceUntil": "2026-04-30"',
    says: /not shown without coveredUntil/,
  },
  "a state that does not exist": {
    change: (files) => set(files[people][0]?.address, { stateCode: "ZZ" }),
    kind: "state",
    file: people,
    line: '"stateCode": "ZZ",',
    says: /state code/,
  },
  "a gateway without an adapter": {
    change: method({ gateway: "adyen" }),
    kind: "payment-method",
    file: people,
    line: '"gateway": "adyen",',
    says: /sandbox and stripe/,
  },
  "a reference that the sandbox does not accept": {
    change: method({ gatewayReference: "tok_123" }),
    kind: "payment-method",
    file: people,
    line: '"gatewayReference": "tok_123"',
    says: /no reference of the gateway sandbox/,
  },
  "a reference of another card": {
    change: method({ lastFour: "4343" }),
    kind: "payment-method",
    file: people,
    line: '"lastFour": "4343",',
    says: /ends in 4242/,
  },
  "a card number as a name": {
    change: method({ holderName: "4242424242424242" }),
    kind: "format",
    file: people,
    line: '"holderName": "4242424242424242",',
    says: /card number/,
  },
}
