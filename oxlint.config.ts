// Which folder may import what; oxlint runs no other rule. A file may import what the last entry
// below that matches it allows. Names are those of import statements: "#" starts at the project's
// folder, anything else that is not relative is a package.

import { testCode, testEndings } from "./testing/test-code.ts"

interface FolderRules {
  /** Names, as patterns of .gitignore. */
  may: string[]
  /** Names, in full, that it may import by `import type` alone. */
  mayAsTypes?: string[]
  /** Whether it may `import type` from all contracts. Types of any package are then allowed too. */
  contractTypes?: boolean
  /** Top folders and subjects that no relative path may lead into. */
  boundaries?: string[]
  /** Folders beside this one that stand above it, so that it may not import them. */
  above?: readonly string[]
  /** How many `../` a relative path may begin with. */
  mostUp?: number
  /** Whether it may import the `sql` tag. */
  sql?: boolean
}

/** Files of a subject that another subject may import, beside its types of the same files. */
const exported = {
  audit: ["audit.ts", "audit-log.ts"],
  brands: ["states.ts"],
  events: ["events.ts", "outbox.ts"],
  identity: [
    "checks.ts",
    "codes/new-email-codes.ts",
    "credentials/credentials-email.ts",
    "credentials/password-strength.ts",
    "credentials/password.ts",
    "credentials/security-questions.ts",
    "devices/devices.ts",
    "identity.ts",
    "registration/registered-users.ts",
    "same-person.ts",
    "session-transfer/session-transfer.ts",
    "sessions/sessions.ts",
    "sessions/start-session.ts",
    "sessions/stored-user.ts",
    "sign-in/limited-sign-in.ts",
    "sign-in/guessing-limits.ts",
    "sign-in/sign-in-links.ts",
  ],
  privacy: [],
  payments: [
    "auto-pay/auto-pay-overview.ts",
    "adjustments/corrections.ts",
    "paying/lock-products.ts",
    "reconciliation/ledger.ts",
    "reconciliation/ledger-csv.ts",
    "reconciliation/ledger-sums.ts",
    "reconciliation/payment-list-csv.ts",
    "adjustments/refunds.ts",
    "adjustments/staff-request.ts",
    "paying/payment-processing.ts",
    "account/payment-status.ts",
  ],
  products: [
    "allowed-actions.ts",
    "blocked-presenter.ts",
    "due-status.ts",
    "product-presenter.ts",
    "session-account.ts",
    "urgency.ts",
  ],
  profile: [
    "contact/contact-changes.ts",
    "new-email/recent-email-changes.ts",
    "subscriptions/optional-emails.ts",
  ],
  staff: [
    "accounts/staff-standing.ts",
    "providers/staff-sign-in-ways.ts",
    "approvals/approvals.ts",
    "limits/staff-limits.ts",
    "customers/opened-documents.ts",
  ],
}
const subjects = Object.keys(exported)

const topFolders = [
  ...["commands", "contracts", "database", "demo", "e2e", "examples", "platform", "ports"],
  ...["server", "services", "testing", "tools", "web"],
]
const anyNodeModule = ["node:*", "node:*/**"]
const portInterfaces = "#ports/*/port.ts"

/** Contracts without a schema: the browser carries none. */
const browserContracts = [
  "#contracts/brands/phone-hours.ts",
  "#contracts/brands/public-contents.ts",
  "#contracts/brands/signed-in-contents.ts",
  "#contracts/brands/states.ts",
  "#contracts/connectivity.ts",
  "#contracts/identity/registration-life.ts",
  "#contracts/dates.ts",
  "#contracts/digits.ts",
  "#contracts/email-address-rules.ts",
  "#contracts/identity/*-rules.ts",
  "#contracts/identity/captcha.ts",
  "#contracts/identity/credential-lengths.ts",
  "#contracts/identity/session-life.ts",
  "#contracts/identity/userid.ts",
  "#contracts/money.ts",
  "#contracts/payments/bank-days.ts",
  "#contracts/payments/authorization-facts.ts",
  "#contracts/payments/authentication-rules.ts",
  "#contracts/payments/authorization-rules.ts",
  "#contracts/payments/authorization-summary.ts",
  "#contracts/payments/other-bills.ts",
  "#contracts/payments/auto-pay-rules.ts",
  "#contracts/payments/card-pattern.ts",
  "#contracts/payments/payment-method-rules.ts",
  "#contracts/placeholders.ts",
  "#contracts/products/customer-body.ts",
  "#contracts/products/product-number-rules.ts",
  "#contracts/products/display-style-rules.ts",
  "#contracts/profile/*-rules.ts",
  "#contracts/required-field.ts",
  "#contracts/screens.ts",
  "#contracts/text-length.ts",
]
const ui = {
  may: [
    ...["#web/ui/**", "#contracts/dates.ts", "#contracts/digits.ts", "#contracts/text-length.ts"],
    ...["react", "react-dom", "lucide"],
  ],
}

const serviceFolder = {
  may: [
    "#contracts/**",
    "#services/*.ts",
    ...Object.entries(exported).flatMap(([subject, files]) =>
      files.map((file) => `#services/${subject}/${file}`),
    ),
    "#platform/**",
    portInterfaces,
    "#ports/mail/outbox.ts",
    "#database/named-lock.ts",
    "#database/sql.ts",
    "@zxcvbn-ts/*",
    "ipaddr.js",
    "node:crypto",
    "node:os",
    "node:path",
    "node:util",
    "otpauth",
    "qr",
  ],
  mayAsTypes: ["#database/open.ts"],
  boundaries: subjects,
}
const subjectFolders = Object.fromEntries(
  subjects.map((subject) => [
    `services/${subject}/**`,
    {
      ...serviceFolder,
      may: [...serviceFolder.may, `#services/${subject}/**`],
    },
  ]),
)

/**
 * The folders of `services/payments` in order: none may import one that stands after it. Payments do
 * not know auto pay, which listens to them. Listed are the other imports that run back up.
 */
const paymentFolders = ["differences", "methods", "paying", "adjustments", "auto-pay", "account"]
const backUp: Record<string, readonly string[]> = {
  methods: ["paying", "auto-pay"],
  adjustments: ["auto-pay"],
}
const paymentRules = Object.fromEntries(
  paymentFolders.map((folder, index) => {
    const after = [...paymentFolders.slice(index + 1), "reconciliation"]
    const above = after.filter((one) => !backUp[folder]?.includes(one))
    return [`services/payments/${folder}/**`, { ...subjectFolders["services/payments/**"], above }]
  }),
)

const serverFolder = {
  may: [
    ...["#contracts/**", "#services/**", "#platform/**", "#ports/**", "#database/**"],
    ...["#server/**", ...anyNodeModule, "@fastify/*", "fastest-levenshtein", "fastify", "zod"],
  ],
}

const folders: Record<string, FolderRules> = {
  "**": { may: [] },
  "contracts/**": { may: ["#contracts/**", "zod"] },
  "web/**": {
    may: [
      ...["#web/**", ...browserContracts],
      ...[
        "react",
        "react-dom",
        "react-dom/client",
        "react-dom/server",
        "@tanstack/react-query",
        "lucide",
        "bowser",
      ],
    ],
    contractTypes: true,
  },
  "web/ui/*": { ...ui, mostUp: 0 },
  "web/ui/*/*": { ...ui, mostUp: 1 },
  // Runs in the build, not in the browser.
  "web/build/*": { may: [...anyNodeModule, "vite", "css-tree"], contractTypes: true, mostUp: 0 },
  "web/**/*.worker.ts": { may: ["altcha-lib", "altcha-lib/**"], mostUp: 0 },
  "platform/**": {
    may: [
      "#platform/**",
      "#contracts/*.ts",
      "#ports/mail/port.ts",
      "#database/sql.ts",
      ...anyNodeModule,
      ...[
        "bcryptjs",
        "fastify",
        "fontkit",
        "ical-generator",
        "ipaddr.js",
        "jsonc-parser",
        "pdfkit",
      ],
      ...["prom-client", "sanitize-html", "zod"],
    ],
    mayAsTypes: ["#database/open.ts"],
  },
  "services/**": serviceFolder,
  ...subjectFolders,
  ...paymentRules,
  // Loading a brand reads files.
  "services/brands/loading/**": {
    ...serviceFolder,
    may: [...serviceFolder.may, "#services/brands/**", ...anyNodeModule, "saxes", "zod"],
  },
  "services/brands/readiness/**": {
    ...serviceFolder,
    may: [
      ...[...serviceFolder.may, "#services/brands/**"],
      ...["css-tree", "culori", "fastest-levenshtein", "image-size", "tldts"],
    ],
  },
  "ports/**": {
    may: [
      ...[
        "#platform/**",
        portInterfaces,
        "#database/**",
        "#contracts/{email-address-rules,money,outside-dates,storable-text}.ts",
        "#contracts/identity/credential-lengths.ts",
        "#contracts/payments/card-frames.ts",
      ],
      ...anyNodeModule,
      ...["@aws-sdk/client-s3", "altcha-lib", "altcha-lib/**", "cockatiel", "fastify"],
      ...["jose", "nodemailer", "oauth4webapi", "openid-client", "stripe", "undici", "zod"],
    ],
    boundaries: [
      // The adapters of one port use no other.
      "captcha",
      "document-store",
      "identity-provider",
      "mail",
      "payment-gateway",
      "policy-admin",
    ],
  },
  "database/**": {
    may: [
      ...["#database/**", "#platform/keys/**", "#platform/{clock,version}.ts"],
      ...anyNodeModule,
      ...["@electric-sql/pglite", "pg", "pg-copy-streams"],
    ],
    sql: true,
  },
  "server/**": serverFolder,
  // A server that holds the database runs the operator's commands.
  "server/main.ts": { may: [...serverFolder.may, "#commands/commands.ts"] },
  "e2e/**": {
    may: [
      ...[
        "#e2e/**",
        "#testing/**",
        "#contracts/**",
        "#tools/{browsers,mailbox}/**",
        "#web/**/{texts,*-texts}.ts",
        ...anyNodeModule,
      ],
      ...["axe-core", "@playwright/test", "qr", "qr/**"],
    ],
  },
  "commands/**": { may: ["**", "!#web/**", "!#tools/**", "!#testing/**"] },
  // Every command loads command.ts, so it must not load the code of another command.
  "commands/*command.ts": {
    may: ["#platform/**", "#server/**", ...anyNodeModule, "!./*/**", "./readiness/not-ready.ts"],
  },
  // They run, test and measure all of the project except the browser's part.
  "{tools,testing}/**": { may: ["**", "!#web/**"] },
  // Sample account systems, as an engineer of an insurer would write them.
  "examples/**": {
    may: [
      ...[portInterfaces, "#ports/policy-admin/served/served.ts", "#platform/clock.ts"],
      ...["#server/config/**", "@electric-sql/pglite", "fastify"],
      ...anyNodeModule,
    ],
  },
  "*.config.ts": { may: ["**"] },
}

/** The one rule of all files in a folder, as options of oxlint's `no-restricted-imports`. */
function importRule(files: string, rules: FolderRules): object {
  const {
    may,
    mayAsTypes = [],
    contractTypes = false,
    boundaries = [],
    above = [],
    mostUp,
    sql = false,
  } = rules
  const message = `Files of ${files} may import what oxlint.config.ts lists, and of another subject what it exports there`
  const outside = topFolders.filter((folder) => !["contracts", "web"].includes(folder)).join("|")
  const inFull = mayAsTypes.map((name) => name.replaceAll(".", "\\.")).join("|")
  // A regex refuses names that the group below excepts, too. Only a group can name exceptions, since
  // a regex of oxlint has no look-ahead; two groups with exceptions would undo one another.
  const patterns = [
    { regex: `^(\\./)?(\\.\\./)+(${[...topFolders, ...boundaries].join("|")})/`, message },
    ...(may.includes("**")
      ? []
      : [{ regex: testCode, message: "Only code of tests imports code of tests" }]),
    ...(above.length === 0
      ? []
      : [
          {
            regex: `^\\.\\./(${above.join("|")})/`,
            message: `${files} stands below ${above.join(", ")}`,
          },
        ]),
    ...(mostUp === undefined ? [] : [{ regex: `^(\\./)?(\\.\\./){${mostUp + 1}}`, message }]),
    ...(contractTypes ? [{ regex: `^#(${outside})/`, message }] : []),
    ...(inFull === "" ? [] : [{ regex: `^(${inFull})$`, allowTypeImports: true, message }]),
    {
      group: ["**", ...["./**", "../**", ...may, ...mayAsTypes].map(except)],
      allowTypeImports: contractTypes,
      message,
    },
  ]
  const sqlTag = {
    name: "#database/sql.ts",
    importNames: ["sql"],
    message: "SQL belongs in *.store.ts and in database/",
  }
  return { "no-restricted-imports": ["error", { patterns, paths: sql ? [] : [sqlTag] }] }
}

/** "!" takes a name out of a group of .gitignore, and twice puts it back. */
function except(name: string): string {
  return name.startsWith("!") ? name.slice(1) : `!${name}`
}

const overrides = Object.entries(folders).flatMap(([files, rules]) => [
  { files: [files], rules: importRule(files, rules) },
  // The same for the stores in these folders, which may import the `sql` tag.
  ...(files.endsWith("/**")
    ? [{ files: [`${files}/*.store.ts`], rules: importRule(files, { ...rules, sql: true }) }]
    : []),
])

export default {
  plugins: [],
  categories: { correctness: "off" },
  overrides: [
    ...overrides,
    // Code of tests may import anything. The days use a sample account system and the browser's code.
    {
      files: [`**/*{${testEndings.join()}}.ts`, "testing/days/**"],
      rules: { "no-restricted-imports": "off" },
    },
  ],
}
