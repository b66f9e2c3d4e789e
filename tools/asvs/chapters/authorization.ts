import { type Chapter, holds } from "../requirement.ts"

/** V8 */
export const authorization: Chapter = {
  title: "Authorization",
  rows: {
    "1.1": holds(1, "The rules about calls and data are documented", [
      "docs/support.md#who-may-do-what",
      "docs/security-design.md#access",
      "server/calls/roles/calls.txt",
    ]),
    "1.2": holds(2, "The rules about fields are documented", ["docs/security-design.md#access"]),
    "2.1": holds(1, "Each call is open only to its roles", ["ROLES-02", "AGENT-03", "HOST-12"]),
    "2.2": holds(
      1,
      "Each record is open only to its owner",
      ["CALLS-03", "TENANT-03", "PAYNOW-10"],
      "Each call is tried with every id of another customer",
    ),
    "2.3": holds(2, "Each field is open only to those who may see or change it", [
      "TRANSFER-09",
      "CALLS-03",
      "PROFILE-02",
    ]),
    "3.1": holds(1, "The server enforces the rules", [
      "AGENT-03",
      "ROLES-02",
      "server/calls/mount.ts",
    ]),
    "4.1": holds(2, "Clients are isolated from each other", [
      "TENANT-01",
      "TENANT-02",
      "TENANT-03",
    ]),
  },
}
