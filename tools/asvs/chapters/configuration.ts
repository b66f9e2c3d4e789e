import { byOperator, type Chapter, deviates, holds } from "../requirement.ts"

/** V13 */
export const configuration: Chapter = {
  title: "Configuration",
  rows: {
    "1.1": holds(2, "All connections are documented", ["docs/security-design.md#connections"]),
    "2.1": deviates(
      2,
      "Services sign in to each other with short-lived credentials or certificates",
      {
        why: "PostgreSQL, SMTP and Stripe take passwords and keys that stay the same.",
        decidedBy: "those systems",
        instead:
          "each is an account of its own with few rights; the account system can have OAuth 2 client credentials and mutual TLS, a bucket the role of the machine",
      },
      ["CONTRACT-06", "CONTRACT-13", "RECORD-21"],
    ),
    "2.2": holds(
      2,
      "Accounts of services have the least rights",
      ["RECORD-21", "RECONCILE-08", "docs/run/install.md#two-roles", "deploy/my-account@.service"],
      "The serving role cannot alter the schema; `docs/payments.md` lists the permissions of the Stripe key",
    ),
    "2.3": holds(
      2,
      "No default credentials",
      ["CONFIG-04", "CHECK-01"],
      "There is no default password; production refuses the demo's unsafe choices",
    ),
    "2.4": holds(
      2,
      "The systems that the software may call are listed",
      ["EVENT-04", "docs/security-design.md#connections"],
      "Only addresses of settings and of the operator's files are called; redirects are not followed",
    ),
    "2.5": byOperator(
      2,
      "The server can reach the listed systems only",
      ["docs/security-design.md#connections"],
      "Your firewall decides; the table lists what to allow",
    ),
    "3.1": byOperator(
      2,
      "Secrets are in a vault",
      ["setting SECRET_KEY_FILE", "docs/run/keys.md#the-keys", "SECRET-01"],
      "Secrets come from the environment, keys also from a file that a vault's agent writes. None is in the code or the build",
    ),
    "3.2": holds(
      2,
      "Secrets are open to those alone who need them",
      ["deploy/my-account@.service", "server/config/keys.test.ts", "CONFIG-01"],
      "Settings are readable by root; files that we write have mode 0600; no message repeats a secret",
    ),
    "4.1": holds(
      1,
      "No source control data is deployed within reach",
      ["deploy/my-account@.service", "deploy/rootfs.sh", "server/page/web.ts"],
      "The image has no `.git`, the systemd unit hides it, and no address leads to a file outside of `dist/assets`",
    ),
    "4.2": holds(
      2,
      "Debug modes are off in production",
      ["CONFIG-04", "docs/configuration.md#server"],
      "`npm run serve` sets `NODE_ENV=production`; there is no debug mode",
    ),
    "4.3": holds(2, "No directory is listed", ["ORIGIN-08", "server/page/web.ts"]),
    "4.4": holds(2, "TRACE is not supported", ["ASVS-04"]),
    "4.5": holds(
      2,
      "Documentation and monitoring are public only on purpose",
      ["WATCH-04", "docs/decisions/004-static-api-docs-page.md", "deploy/nginx.conf"],
      "The API's documentation is public on purpose; metrics need a token or the admin port. The specification asks for the public list of services (P1)",
    ),
  },
}
