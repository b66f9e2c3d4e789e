import { byOperator, type Chapter, holds } from "../requirement.ts"

/** V15. 15.4 has no requirement of level 2. */
export const code: Chapter = {
  title: "Secure coding and architecture",
  rows: {
    "1.1": holds(1, "Time frames for updates are documented", ["SECURITY.md#updates-of-packages"]),
    "1.2": holds(2, "All packages are listed, from known sources", [
      "npm run sbom",
      "RECORD-20",
      "RECORD-40",
    ]),
    "1.3": holds(2, "Work that costs much is documented, with its limits", [
      "docs/security-design.md#work-that-costs-much",
      "docs/run/servers.md#a-rush-of-sign-ins",
    ]),
    "2.1": byOperator(
      1,
      "No package is older than the documented time frames allow",
      ["npm run prove -- advisories", "SECURITY.md#updates-of-packages"],
      "It depends on the day: each release passes the first command, and you install releases in time",
    ),
    "2.2": holds(2, "Work that costs much is limited", [
      "SECRET-42",
      "SECRET-45",
      "COST-02",
      "CONTRACT-05",
    ]),
    "2.3": holds(
      2,
      "Production has only what it needs",
      ["deploy/rootfs.sh", "CONFIG-04", "tools/lockfile.test.ts"],
      "The image leaves out tests, development packages, mailbox and demo tools; production refuses the sandbox",
    ),
    "3.1": holds(
      1,
      "Replies contain only needed fields",
      ["CALLS-01", "server/calls/mount.ts"],
      "Mappers build replies; every test parses them, and a further field fails it",
    ),
    "3.2": holds(
      2,
      "Requests to others follow no redirects",
      ["EVENT-06", "ports/policy-admin/http/send.ts"],
      "undici and openid-client follow none by default",
    ),
    "3.3": holds(2, "A call sets only the fields of its contract", ["CALLS-03", "EVENT-09"]),
    "3.4": holds(2, "The browser's address is passed on and cannot be forged", [
      "ORIGIN-05",
      "LIMIT-01",
    ]),
    "3.5": holds(
      2,
      "Types are checked and comparisons strict",
      ["biome.json", "tsconfig.json", "server/calls/mount.ts"],
      "Strict TypeScript; lint refuses `==`; contracts check types at run time",
    ),
    "3.6": holds(
      2,
      "Prototypes cannot be polluted",
      ["ORIGIN-08", "platform/http/hostile-requests.db.test.ts"],
      "Fastify refuses `__proto__` in bodies; objects come out of schemas",
    ),
    "3.7": holds(
      2,
      "Repeated or misplaced parameters confuse nothing",
      ["CALLS-03", "server/calls/mount.ts"],
      "Path, query and body have schemas of their own; a repeated one is a list, which is refused",
    ),
  },
}
