import { type Chapter, holds, notApplicable } from "../requirement.ts"

/** V1 */
export const encoding: Chapter = {
  title: "Encoding and sanitization",
  rows: {
    "1.1": holds(
      2,
      "Input is decoded once, before anything else works on it",
      ["CALLS-03", "ORIGIN-08", "platform/http/asked-host.ts", "platform/http/card-numbers.ts"],
      "Fastify decodes path and JSON once; contracts parse the result",
    ),
    "1.2": holds(
      2,
      "Output is encoded last, by what interprets it or just before",
      ["contracts/placeholders.ts", "database/sql.ts", "web/ui/text/clean-html.tsx"],
      "React, `pg` and nodemailer encode; placeholders of managed texts are escaped when they are filled",
    ),
    "2.1": holds(1, "Output is encoded for its context: HTML, attributes, headers", [
      "HOST-09",
      "server/page/html.test.ts",
      "platform/email/layout.test.ts",
    ]),
    "2.2": holds(
      1,
      "Addresses are encoded, and only safe protocols are allowed",
      ["ORIGIN-04", "SCRIPT-08", "platform/text/clean-html.test.ts"],
      "Managed HTML keeps only http, https, mailto and tel",
    ),
    "2.3": holds(1, "Data inside of scripts and JSON is encoded", [
      "server/page/html.test.ts",
      "server/page/start-html.ts",
    ]),
    "2.4": holds(
      1,
      "SQL statements take values as parameters",
      ["database/sql.ts", "database/sql.test.ts", "database/portable.db.test.ts"],
      "The `sql` tag is the only way to write a statement; lint keeps SQL in `*.store.ts`",
    ),
    "2.5": holds(
      1,
      "No input becomes a command of the operating system",
      ["oxlint.config.ts", "services/identity/credentials/password.ts"],
      "The server starts no process except the sandbox gateway of trials, with fixed words",
    ),
    "2.6": notApplicable(2, "LDAP queries are safe", "There is no LDAP."),
    "2.7": notApplicable(2, "XPath queries are safe", "There is no XPath."),
    "2.8": notApplicable(2, "LaTeX is processed safely", "There is no LaTeX."),
    "2.9": holds(
      2,
      "Regular expressions contain no unescaped input",
      ["METHODS-03", "web/ui/form/code-text.ts", "services/brands/loading/client-file.ts"],
      "Patterns are constants; an operator's card patterns are parsed, and never run as regular expressions",
    ),
    "3.1": holds(1, "Untrusted HTML goes through a known cleaner", [
      "HOST-09",
      "SECRET-30",
      "platform/text/clean-html.test.ts",
    ]),
    "3.2": holds(
      1,
      "No eval and no other dynamic code",
      ["SECRET-31", "server/page/content-security-policy.ts"],
      "The policy of pages has no `unsafe-eval`",
    ),
    "3.3": holds(
      2,
      "Data is cut and restricted before a dangerous context",
      ["LEDGER-04", "COMING-03", "ORIGIN-11", "platform/text/csv.ts", "server/calls/mount.ts"],
      "Contracts limit each text; NUL and broken characters are refused; one writer makes the CSV of ledgers, payments and exports, and puts an apostrophe before what a spreadsheet would run",
    ),
    "3.4": holds(2, "SVG that is loaded contains no scripts", [
      "LOADER-03",
      "services/brands/loading/asset-files.ts",
      "server/page/brand-files.ts",
    ]),
    "3.5": holds(
      2,
      "Scriptable content such as CSS is sanitized or refused",
      ["READY-02", "SCRIPT-08", "services/brands/loading/asset-files.ts"],
      "Only operators load style sheets; these may fetch nothing from elsewhere",
    ),
    "3.6": holds(
      2,
      "The server calls no address that a user chose",
      ["EVENT-05", "docs/security-design.md#connections"],
      "Every address comes from a setting or a file of the operator",
    ),
    "3.7": holds(
      2,
      "Templates are not built from input",
      ["AUTOPAY-03", "contracts/placeholders.ts"],
      "Operators write texts with named placeholders; their values are escaped and never read as templates",
    ),
    "3.8": notApplicable(2, "JNDI queries are safe", "There is no JNDI."),
    "3.9": notApplicable(2, "Content for memcache is sanitized", "There is no memcache."),
    "3.10": holds(
      2,
      "Format strings come from no input",
      ["contracts/placeholders.ts", "platform/http/log.ts"],
      "Log texts are constants; values are fields of JSON",
    ),
    "3.11": holds(2, "Input cannot add headers or recipients to emails", [
      "ORIGIN-11",
      "ports/mail/smtp.test.ts",
    ]),
    "4.1": holds(
      2,
      "Memory is handled safely",
      ["tsconfig.json"],
      "TypeScript on Node; no native code of our own",
    ),
    "4.2": holds(
      2,
      "Numbers cannot overflow",
      ["AGREED-01", "PAYNOW-06", "REFUND-03"],
      "Money is integer cents from decimal strings that the contracts bound",
    ),
    "4.3": holds(
      2,
      "Memory and resources are released",
      ["OUTAGE-03", "OUTAGE-08", "npm run prove -- soak"],
      "Garbage collection; connections and streams have time limits",
    ),
    "5.1": holds(
      1,
      "XML is parsed without external entities",
      ["LOADER-03", "services/brands/loading/drawing.ts"],
      "Only SVG of operators is parsed, by saxes, which resolves none",
    ),
    "5.2": holds(
      2,
      "Untrusted data is deserialized into known shapes only",
      ["CALLS-01", "CONTRACT-04", "server/calls/mount.ts"],
      "JSON alone, parsed by a schema for each call",
    ),
  },
}
