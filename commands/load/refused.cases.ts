import { readFileSync } from "node:fs"
import { pdfOf } from "#testing/pdf.ts"
import type { exampleFiles, Files } from "./example-folder.ts"

interface Refused {
  change(files: Files & ReturnType<typeof exampleFiles>): void
  /** The file, the line and the reason of each problem. */
  problems: string[]
}

const fund = "clients/fund/client.json"
const people = "clients/fund/people.json"
const users = "clients/fund/users.json"

const originForm =
  "must be an origin such as https://chat.example.com or https://*.example.com, in lowercase letters, without a path"

type Json = Record<string, unknown>

/** Changes fields of an entry. */
function set(entry: object | undefined, fields: Json) {
  Object.assign(entry ?? {}, fields)
}

/** A change of the example folder, and the problems that the operator sees. */
export const refused: Record<string, Refused> = {
  "an empty folder": {
    change(files) {
      for (const file of Object.keys(files)) delete (files as Files)[file]
    },
    problems: [
      "clients/:  → is missing: the folder has no brand. Name the folder that has clients/ in it",
    ],
  },
  "a comment in JSON": {
    change: (files) => set(files, { [users]: "[\n  // no one\n]" }),
    problems: [`${users}: // no one → not valid JSON: comments are not allowed`],
  },
  "a trailing comma": {
    change: (files) => set(files, { [users]: "[\n  {},\n]" }),
    problems: [`${users}: ] → not valid JSON: value expected`],
  },
  "an empty file": {
    change: (files) => set(files, { [users]: "" }),
    problems: [`${users}:  → not valid JSON: value expected`],
  },
  "a duplicate field": {
    change: (files) => set(files, { [fund]: '{\n  "client": "fund",\n  "client": "x"\n}' }),
    problems: [`${fund}: "client": "x" → "client" is written twice`],
  },
  "closed days that do not exist or are named twice": {
    change: (files) =>
      set(files[fund], { closed: ["2026-11-26", "2026-02-30", "11/26/2026", "2026-11-26"] }),
    problems: [
      `${fund}: "2026-02-30", → closed[1] must be a day that exists, such as 2026-11-26`,
      `${fund}: "11/26/2026", → closed[2] must be a day that exists, such as 2026-11-26`,
      `${fund}: "2026-11-26" → closed[3] appears twice: day "2026-11-26", first in line 35`,
    ],
  },
  "more closed days than a page should carry": {
    change: (files) => {
      const first = Temporal.PlainDate.from("2026-01-01")
      const closed = Array.from({ length: 201 }, (_, days) => first.add({ days }).toString())
      set(files[fund], { closed })
    },
    problems: [`${fund}: "closed": [ → closed names more than 200 days`],
  },
  "text that is not UTF-8": {
    change: (files) => set(files, { [users]: Buffer.from([0xff]) }),
    problems: [
      `${users}: ${JSON.stringify(Buffer.from([0xff]), null, 2).split("\n")[0]} → is not UTF-8 text`,
    ],
  },
  "characters that a page cannot show": {
    change: (files) => set(files[people][0], { firstName: "P\u0000t", lastName: "\ud800" }),
    problems: [
      `${people}: "firstName": "P\\u0000t", → [0].firstName holds characters that cannot be shown`,
      `${people}: "lastName": "\\ud800", → [0].lastName holds characters that cannot be shown`,
    ],
  },
  "an unknown field": {
    change: (files) => set(files[fund], { hue: "red" }),
    problems: [`${fund}: "hue": "red" → hue is not a known field`],
  },
  "a short name that no bank statement shows": {
    change: (files) => set(files[fund], { shortName: "Benefit Fund of Dayton" }),
    problems: [
      `${fund}: "shortName": "Benefit Fund of Dayton" → shortName must have 5 to 16 characters, at least three of them letters: bank statements show only A to Z, digits, spaces, . and -`,
    ],
  },
  "ZONE-01 no time zone": {
    change: (files) => set(files[fund], { timeZone: undefined }),
    problems: [`${fund}: { → timeZone is missing`],
  },
  "ZONE-01 a time zone that does not exist": {
    change: (files) => set(files[fund], { timeZone: "America/Springfield" }),
    problems: [
      `${fund}: "timeZone": "America/Springfield", → timeZone must be the IANA name of a time zone, such as America/New_York`,
    ],
  },
  "ZONE-01 an abbreviation without daylight saving time": {
    change: (files) => set(files[fund], { timeZone: "EST" }),
    problems: [
      `${fund}: "timeZone": "EST", → timeZone must be the IANA name of a time zone, such as America/New_York`,
    ],
  },
  "SCRIPT-08 origins that are none, name too much or bring a keyword": {
    change: (files) =>
      set(files[fund], {
        scriptOrigins: ["https://*", "https://*.com", "https://*.co.uk", "'unsafe-inline'"],
        connectOrigins: ["http://chat.example.com", "wss://chat.example.com", "data:"],
        frameOrigins: ["https://chat.example.com/path", "https://a.*.example.com"],
        imageOrigins: ["https://chat.example.com; script-src *", "https://chat.example.com:99999"],
        styleOrigins: ["https://a.example.com", "https://a.example.com"],
      }),
    problems: [
      `${fund}: "https://*", → scriptOrigins[0] ${originForm}`,
      `${fund}: "https://*.com", → scriptOrigins[1] ${originForm}`,
      `${fund}: "https://*.co.uk", → scriptOrigins[2] must name a domain of its own after *., such as https://*.example.com`,
      `${fund}: "'unsafe-inline'" → scriptOrigins[3] must be an origin that begins with https://`,
      `${fund}: "http://chat.example.com", → connectOrigins[0] must be an origin that begins with https://`,
      `${fund}: "wss://chat.example.com", → connectOrigins[1] must be an origin that begins with https://`,
      `${fund}: "data:" → connectOrigins[2] must be an origin that begins with https://`,
      `${fund}: "https://chat.example.com/path", → frameOrigins[0] ${originForm}`,
      `${fund}: "https://a.*.example.com" → frameOrigins[1] ${originForm}`,
      `${fund}: "https://chat.example.com; script-src *", → imageOrigins[0] ${originForm}`,
      `${fund}: "https://chat.example.com:99999" → imageOrigins[1] has no port that exists`,
      `${fund}: "styleOrigins": [ → styleOrigins names an origin twice`,
    ],
  },
  "SCRIPT-08 more origins than a brand needs": {
    change: (files) => {
      const many = Array.from({ length: 21 }, (_, n) => `https://tool-${n}.example.com`)
      set(files[fund], { scriptOrigins: many })
    },
    problems: [`${fund}: "scriptOrigins": [ → scriptOrigins names more than 20 origins`],
  },
  "SCRIPT-08 links of the head that no page would load": {
    change: (files) =>
      set(files[fund], {
        headTags: [
          { tag: "link", rel: "icon", href: "/brand/fund/icon/icon.svg" },
          { tag: "link", rel: "icon", href: "https://fund.localhost/brand/fund/icon/icon.svg" },
          { tag: "link", rel: "canonical", href: "https://www.example.com/" },
          { tag: "link", rel: "stylesheet", href: "https://fonts.example.com/a.css" },
          { tag: "link", rel: "stylesheet", href: "https://type.example.com/a.css" },
          { tag: "link", rel: "apple-touch-icon", href: "https://fonts.example.com/a.png" },
          { tag: "link", rel: "stylesheet", href: "http://fonts.example.com/b.css" },
        ],
        styleOrigins: ["https://fonts.example.com"],
      }),
    problems: [
      `${fund}: "href": "https://type.example.com/a.css" → headTags[4].href is at https://type.example.com, which styleOrigins does not name, so no page would load it`,
      `${fund}: "href": "https://fonts.example.com/a.png" → headTags[5].href is at https://fonts.example.com, which imageOrigins does not name, so no page would load it`,
      `${fund}: "href": "http://fonts.example.com/b.css" → headTags[6].href is at http://fonts.example.com, which styleOrigins does not name, so no page would load it`,
    ],
  },
  "a missing nested field": {
    change: (files) => set(files[people][1]?.products[0]?.billing, { frequencyCode: undefined }),
    problems: [`${people}: "billing": { → [1].products[0].billing.frequencyCode is missing`],
  },
  "several problems in several files": {
    change(files) {
      set(files[fund], { name: " ", mailColor: "red", searchIndex: "yes" })
      set(files[people][0], { dateOfBirth: "1960-02-30" })
    },
    problems: [
      `${fund}: "name": " ", → name must not be empty`,
      `${fund}: "searchIndex": "yes", → searchIndex must be true or false`,
      `${fund}: "mailColor": "red", → mailColor must be a color such as #1f4e79`,
      `${people}: "dateOfBirth": "1960-02-30", → [0].dateOfBirth must be a date such as 2026-03-31, today, today+12d or today-3d`,
    ],
  },
  "an amount as a number": {
    change: (files) => set(files[people][0]?.products[0], { annualPremium: 312.5 }),
    problems: [
      `${people}: "annualPremium": 312.5, → [0].products[0].annualPremium must be an amount as text, such as "312.00"`,
    ],
  },
  "an amount in fractions of a cent": {
    change: (files) => set(files[people][0]?.products[0], { annualPremium: "312.005" }),
    problems: [
      `${people}: "annualPremium": "312.005", → [0].products[0].annualPremium must be an amount such as "312.00"`,
    ],
  },
  "a number and an account of two people": {
    change(files) {
      set(files[people][1], { accountNumber: "A1" })
      set(files[people][1]?.products[0], { policyNumber: "5000000001" })
    },
    problems: [
      `${people}: "accountNumber": "A1", → [1].accountNumber appears twice: account number "A1", first in line 3`,
      `${people}: "policyNumber": "5000000001", → [1].products[0].policyNumber appears twice: plan number "5000000001", first in line 17`,
    ],
  },
  "a plan number of nine digits": {
    change: (files) => set(files[people][0]?.products[0], { policyNumber: "500000001" }),
    problems: [
      `${people}: "policyNumber": "500000001", → [0].products[0].policyNumber must be 10 digits`,
    ],
  },
  "PRODUCTS-04 a day of coverage that is no date": {
    change: (files) => set(files[people][0]?.products[0]?.billing, { coveredUntil: "2026-02-30" }),
    problems: [
      `${people}: "coveredUntil": "2026-02-30" → [0].products[0].billing.coveredUntil must be a date such as 2026-03-31, today, today+12d or today-3d`,
    ],
  },
  "PRODUCTS-04 a day of coverage without an amount that is due": {
    change: (files) =>
      set(files[people][0]?.products[0]?.billing, {
        coveredUntil: "2026-03-31",
        coveredOncePaid: "2026-04-30",
        amountDue: "0.00",
      }),
    problems: [
      `${people}: "coveredUntil": "2026-03-31", → [0].products[0].billing.coveredUntil belongs to an amount that is due`,
      `${people}: "coveredOncePaid": "2026-04-30" → [0].products[0].billing.coveredOncePaid belongs to an amount that is due`,
    ],
  },
  "PRODUCTS-04 a grace period that does not follow the covered days": {
    change: (files) =>
      set(files[people][0]?.products[0], { coveredUntil: "2026-03-31", graceUntil: "2026-03-31" }),
    problems: [
      `${people}: "graceUntil": "2026-03-31" → [0].products[0].graceUntil must be after coveredUntil, 2026-03-31`,
    ],
  },
  "billing that contradicts itself": {
    change: (files) =>
      set(files[people][0]?.products[0]?.billing, {
        kind: "no-cost",
        frequencyCode: "W",
        dueDate: null,
      }),
    problems: [
      `${people}: "frequencyCode": "W", → [0].products[0].billing.frequencyCode must be one of the frequencies M`,
      `${people}: "dueDate": null, → [0].products[0].billing.dueDate is missing where an amount is due`,
      `${people}: "amountDue": "26.00", → [0].products[0].billing.amountDue must be 0.00 for a product that costs its holder nothing`,
    ],
  },
  "LOADER-04 an active product with its own bill, but no date from which it is billed": {
    change: (files) =>
      set(files[people][0]?.products[0]?.billing, { dueDate: undefined, amountDue: "0.00" }),
    problems: [
      `${people}: "billing": { → [0].products[0].billing.dueDate is missing: an active product is billed from this date`,
    ],
  },
  "auto pay with another person's method": {
    change: (files) =>
      set(files[people][1]?.products[0]?.billing, { paymentMethodRecordId: "PM-1" }),
    problems: [
      `${people}: "paymentMethodRecordId": "PM-1" → [1].products[0].billing.paymentMethodRecordId is none of the person's paymentMethods`,
    ],
  },
  "a payment method with a card number as its holder's name and without a month": {
    change: (files) =>
      set(files[people][0]?.paymentMethods[0], {
        holderName: "4242424242424242",
        expirationDate: "13/2031",
      }),
    problems: [
      `${people}: "holderName": "4242424242424242", → holds a card number, which belongs to the payment gateway alone`,
      `${people}: "expirationDate": "13/2031", → [0].paymentMethods[0].expirationDate must be month and year such as 08/2031`,
    ],
  },
  "a payment method of two people": {
    change: (files) => set(files[people][1], { paymentMethods: files[people][0]?.paymentMethods }),
    problems: [
      `${people}: "paymentRecordId": "PM-1", → [1].paymentMethods[0].paymentRecordId appears twice: payment method "PM-1", first in line 39`,
      `${people}: "gatewayReference": "sample.visa.08-2031.pat" → [1].paymentMethods[0].gatewayReference is that of another person's payment method`,
    ],
  },
  "a card number pattern that could take forever": {
    change: (files) => set(files, { "shared/content/card-number-pattern-visa.html": "^(4+)+$" }),
    problems: [
      'shared/content/card-number-pattern-visa.html: ^(4+)+$ → is not a pattern: "+)+" is neither digits nor a group',
    ],
  },
  "a user whose account no person has": {
    change: (files) => set(files[users][0], { accountNumber: "A9" }),
    problems: [
      `${users}: "accountNumber": "A9", → [0].accountNumber belongs to no one in people.json`,
    ],
  },
  "a password and an answer that are too weak": {
    change: (files) =>
      set(files[users][0], { password: "example-2026", securityAnswer: undefined }),
    problems: [
      `${users}: "password": "example-2026", → [0].password must have at least 1 uppercase letter (A-Z)`,
      `${users}: { → [0] needs both securityQuestionId and securityAnswer, or neither`,
    ],
  },
  "a new user's password that is easy to guess": {
    change: (files) =>
      files[users].push({
        username: "pat.two",
        password: "Example-1960",
        accountNumber: "A2",
        securityQuestionId: "1",
        securityAnswer: "x",
      }),
    problems: [`${users}: "password": "Example-1960", → [1].password is easy to guess`],
  },
  "two usernames that differ only in case": {
    change: (files) =>
      files[users].push({
        username: "PAT.ONE",
        password: "Lantern-2027",
        accountNumber: "A2",
        securityQuestionId: "1",
        securityAnswer: "x",
      }),
    problems: [
      `${users}: "username": "PAT.ONE", → [1].username appears twice: username "pat.one", first in line 3`,
    ],
  },
  "a client under another name, with another's host and without its logo": {
    change: (files) =>
      set(files, {
        "clients/other/client.json": {
          ...files["clients/union/client.json"],
          clientGroup: {
            label: "Choose",
            items: [{ client: "none", name: "N", subGroup: "", hostName: "none.localhost" }],
          },
        },
      }),
    problems: [
      'clients/other/client.json: "client": "union", → client is not the folder\'s name, other',
      'clients/other/client.json: "primaryLogo": "logo.svg" → brandDetail.primaryLogo is not in assets/',
      'clients/other/client.json: "host": "union.localhost", → sites[0].host belongs to union too',
      'clients/other/client.json: "hostName": "none.localhost" → clientGroup.items[0].hostName is no host of a client none',
      'clients/union/client.json: "host": "union.localhost", → sites[0].host belongs to union too',
    ],
  },
  "a host that another client already has": {
    change(files) {
      for (const name of Object.keys(files)) {
        if (name.startsWith("clients/union/")) delete files[name]
      }
      files[fund].sites.push({ host: "union.localhost", isCustomerSite: false })
    },
    problems: [`${fund}: "host": "union.localhost", → sites[1].host belongs to union too`],
  },
  "a removed host that another client's group links to": {
    change(files) {
      for (const name of Object.keys(files)) {
        if (name.startsWith("clients/fund/")) delete files[name]
      }
      set(files["clients/union/client.json"].sites[0], { host: "elsewhere.localhost" })
    },
    problems: [
      'clients/union/client.json: "sites": [ → sites lack union.localhost, which fund leads to',
    ],
  },
  "brand files of the wrong kind": {
    change: (files) =>
      set(files[fund].brandDetail, {
        primaryLogo: "brand.css",
        logoImage: "logo.svg",
        cssFile: "logo.svg",
      }),
    problems: [
      `${fund}: "primaryLogo": "brand.css", → brandDetail.primaryLogo must be a picture`,
      `${fund}: "logoImage": "logo.svg", → brandDetail.logoImage must be a .png or .jpg, for emails`,
      `${fund}: "cssFile": "logo.svg" → brandDetail.cssFile must be a .css file`,
    ],
  },
  "brand files that do not match their names, or contain more": {
    change: (files) =>
      set(files, {
        "clients/fund/assets/brand.css": ":root {}\n@import url(x.css);",
        "clients/fund/assets/logo.svg":
          '<svg xmlns="http://www.w3.org/2000/svg">\n<script>alert(1)</script></svg>',
        "clients/fund/assets/photo.png": "GIF89a",
        "clients/fund/assets/tracker.js": "alert(1)",
      }),
    problems: [
      "clients/fund/assets/brand.css: @import url(x.css); → may fetch nothing from elsewhere: @import",
      "clients/fund/assets/logo.svg: <script>alert(1)</script></svg> → may not hold <script>",
      "clients/fund/assets/photo.png: GIF89a → is no image/png inside",
      "clients/fund/assets/tracker.js: alert(1) → must be one of .svg, .png, .jpg, .webp, .woff2, .ttf, .css, .txt",
    ],
  },
  "fonts for documents that are damaged, no font or not needed": {
    change(files) {
      const font = readFileSync("demo/clients/harbor/assets/pdf-headings.ttf")
      font.writeUInt8(font.readUInt8(40_000) ^ 1, 40_000)
      set(files, {
        "clients/fund/assets/pdf-headings.ttf": font,
        "clients/fund/assets/text.ttf": "a font",
        "clients/union/assets/pdf-headings.ttf": "a font",
      })
    },
    problems: [
      "clients/fund/assets/pdf-headings.ttf: { → is no font for documents: it is damaged, so save it again",
      "clients/fund/assets/text.ttf: a font → must be named pdf-headings.ttf: only documents use .ttf fonts",
      "clients/union/assets/pdf-headings.ttf: a font → is no font/ttf inside",
    ],
  },
  "files that are not part of the format": {
    change: (files) =>
      set(files, {
        "notes.txt": "x",
        "clients/fund/people.jsn": "[]",
        "clients/readme.md": "x",
        "clients/fund/content/old/welcome.html": "x",
        "clients/empty/users.json": [],
      }),
    problems: [
      "notes.txt: x → does not belong here: known are README.md, agents.json, shared/, clients/",
      "clients/readme.md: x → only folders belong here, one a client",
      "clients/empty/client.json:  → is missing",
      "clients/fund/people.jsn: [] → does not belong here: known are client.json, people.json, users.json, content/, assets/, documents/",
      "clients/fund/content/old/:  → only files belong here",
    ],
  },
  "documents that do not match": {
    change(files) {
      const document = (documentId: string, documentFile?: string) => ({
        ...{ documentId, documentSource: "POLICY", documentCategory: "CONTRACT" },
        ...{ documentTypeId: "101", documentName: "Certificate" },
        ...{ documentCreatedDate: "2026-01-31", documentFile },
      })
      const [first, second] = files[people]
      const twice = { ...first?.products[0], policyNumber: "5000000003" }
      set(first, {
        products: [
          {
            ...first?.products[0],
            documents: [document("D1", "missing.pdf"), document("D2", "d2.pdf")],
          },
          { ...twice, correspondences: [document("D3", "picture.pdf")] },
        ],
      })
      set(second?.products[0], { documents: [document("D1")] })
      set(files, {
        "clients/fund/documents/d2.pdf": pdfOf("d2"),
        "clients/fund/documents/cut.pdf": "%PDF-1.7",
        "clients/fund/documents/large.pdf": "%PDF-1.7".padEnd(15_000_001),
        "clients/fund/documents/picture.pdf": "GIF89a",
      })
    },
    problems: [
      "clients/fund/documents/cut.pdf: %PDF-1.7 → is cut off or damaged: its end is missing",
      "clients/fund/documents/cut.pdf: %PDF-1.7 → is named by no document in people.json",
      "clients/fund/documents/large.pdf: %PDF-1.7 → is larger than 15000000 bytes",
      "clients/fund/documents/large.pdf: %PDF-1.7 → is named by no document in people.json",
      "clients/fund/documents/picture.pdf: GIF89a → is not a PDF",
      `${people}: "documentFile": "missing.pdf" → [0].products[0].documents[0].documentFile is not in documents/`,
    ],
  },
  "one document in two products of a person": {
    change(files) {
      const [first] = files[people]
      const [product] = first?.products ?? []
      const document = {
        ...{ documentId: "D1", documentSource: "POLICY", documentCategory: "CONTRACT" },
        ...{ documentTypeId: "101", documentName: "Certificate", documentCreatedDate: "today" },
      }
      set(first, {
        products: [
          { ...product, documents: [document] },
          {
            ...product,
            policyNumber: "5000000003",
            documents: [{ ...document, documentId: "D1" }],
          },
        ],
      })
    },
    problems: [
      `${people}: "documentId": "D1", → [0].products[1].documents[0].documentId appears twice: document "D1/POLICY/CONTRACT", first in line 37`,
    ],
  },
  "texts that the portal does not show": {
    change: (files) =>
      set(files, {
        "shared/content/welcom.html": "<p>Welcome.</p>",
        "shared/content/page-titles.html": "{}",
        "shared/content/welcome.txt": "Welcome.",
        "clients/fund/content/signIn.codeSent.html": "Sent to\n{mail}.",
        "clients/fund/content/login-info.html": "<p>\n\u0000</p>",
      }),
    problems: [
      "clients/fund/content/login-info.html: \u0000</p> → holds characters that cannot be shown",
      "clients/fund/content/signIn.codeSent.html: {mail}. → {mail} is not a value of this text",
      "shared/content/page-titles.html: {} → page titles are written in client.json, as pageTitles",
      'shared/content/welcom.html: <p>Welcome.</p> → "welcom" is neither a text that the portal shows nor a message id',
      "shared/content/welcome.txt: Welcome. → must end in .html",
    ],
  },
}
