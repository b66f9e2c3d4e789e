/** Who may import what; paths are globs from the project's folder. */
export interface Room {
  files: string
  /** What its files may import. `$own` is the file's own part of a room, such as services/identity. */
  may: string[]
  /** What its files may import as types alone, by `import type`. */
  mayAsTypes?: string[]
  /** Packages that its files may import, Node's own included. Absent: any. */
  packages?: string[]
}

/** The first room that holds a file speaks for it. */
export const rooms: Room[] = [
  // A test and its fixtures may reach for whatever proves their point.
  { files: "**/*{.test,-fixture}.ts", may: ["**"] },
  { files: "contracts/**", may: ["contracts/**"], packages: ["zod"] },
  { files: "web/ui/**", may: ["web/ui/**"], packages: ["react", "react-dom", "lucide"] },
  // Runs in the build, not in the browser.
  { files: "web/build/**", may: ["web/build/**"], mayAsTypes: ["contracts/**"] },
  // Beside the page: of the page's own code it needs none.
  { files: "web/identity/captcha/*.worker.ts", may: [], packages: ["altcha-lib"] },
  {
    files: "web/**",
    // Of the contracts only those without a schema: the browser is to carry none.
    may: [
      "web/**",
      "contracts/payments/authorization-rules.ts",
      "contracts/payments/auto-pay-rules.ts",
      "contracts/first-screen-rules.ts",
      "contracts/payments/card-pattern.ts",
      "contracts/profile/contact-rules.ts",
      "contracts/money.ts",
      "contracts/payments/payment-rules.ts",
      "contracts/placeholders.ts",
      "contracts/rules.ts",
      "contracts/screens.ts",
      "contracts/brands/signed-in-contents.ts",
      "contracts/identity/userid.ts",
    ],
    mayAsTypes: ["contracts/**"],
    packages: ["react", "react-dom", "@tanstack/react-query", "lucide", "bowser"],
  },
  {
    files: "platform/**",
    may: ["platform/**", "contracts/**", "ports/*/port.ts", "database/sql.ts"],
    mayAsTypes: ["database/open.ts"],
  },
  // Loading a brand reads files.
  {
    files: "services/brands/loading/**",
    may: [
      "contracts/**",
      "services/brands/**",
      "platform/**",
      "ports/*/port.ts",
      "database/sql.ts",
    ],
    mayAsTypes: ["database/open.ts"],
  },
  {
    files: "services/**",
    may: [
      "contracts/**",
      "services/**",
      "platform/**",
      "ports/*/port.ts",
      "ports/mail/outbox.ts",
      "database/sql.ts",
    ],
    mayAsTypes: ["database/open.ts"],
    packages: [
      "@zxcvbn-ts/core",
      "@zxcvbn-ts/language-common",
      "@zxcvbn-ts/language-en",
      "ipaddr.js",
      "node:crypto",
      "node:os",
      "node:path",
      "node:util",
      "otpauth",
      "qr",
    ],
  },
  {
    files: "ports/**",
    may: ["ports/*/port.ts", "platform/**", "$own/**", "database/**", "contracts/rules.ts"],
  },
  { files: "database/**", may: ["database/**", "platform/keys/**", "platform/clock.ts"] },
  {
    files: "server/**",
    may: ["contracts/**", "services/**", "platform/**", "ports/**", "database/**", "server/**"],
  },
  {
    files: "e2e/**",
    may: ["e2e/**", "testing/**", "contracts/**", "tools/mailbox/**"],
  },
  // What runs, loads, tests and measures the project may use all of it but the browser's part.
  {
    files: "{tools,testing}/**",
    may: ["{tools,testing,contracts,services,platform,ports,database,server}/**"],
  },
  { files: "*.config.ts", may: ["**"] },
]

/** Where the `sql` tag may be imported: SQL stands beside no rule. */
export const sqlRooms = [
  "**/*.store.ts",
  "**/*{.test,-fixture}.ts",
  "database/**",
  "ports/mail/**",
  "ports/policy-admin/embedded/**",
]
