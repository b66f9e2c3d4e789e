import { type Chapter, deviates, holds } from "../requirement.ts"

/** V14 */
export const data: Chapter = {
  title: "Data protection",
  rows: {
    "1.1": holds(2, "Sensitive data are identified and classified", [
      "docs/security-design.md#classes-of-data",
      "docs/privacy.md#data-map",
      "PRIVACY-01",
    ]),
    "1.2": holds(2, "Each class has its protection documented", [
      "docs/security-design.md#classes-of-data",
      "docs/privacy.md#data-map",
      "docs/privacy.md#retention",
    ]),
    "2.1": deviates(
      1,
      "No sensitive data in addresses",
      {
        why: "The specification puts a ticket, a session transfer, an unsubscribe link and the policy number into addresses (P2, S2).",
        decidedBy: "the specification",
        instead:
          "tickets and transfers work once, for 30 minutes and 60 seconds; an unsubscribe link decides about emails alone; the page takes them out of the address where it can; addresses are in no log, and no referrer leaves the site",
      },
      ["SESSION-07", "RECOVER-09", "platform/http/call-log.db.test.ts", "deploy/nginx.conf"],
    ),
    "2.2": holds(
      2,
      "No cache of a server keeps sensitive data",
      ["PAINT-06", "KEPT-06", "server/calls/mount.ts"],
      "Replies of calls are `no-store`; kept data are sealed",
    ),
    "2.3": holds(
      2,
      "Sensitive data go to no third party",
      ["SESSION-08", "SCRIPT-01", "SESSION-09", "EVENT-03"],
      "A brand's tag manager gets titles and patterns of paths, and nothing after Do Not Track. Other tools run only if the brand names their hosts, and never beside a card form",
    ),
    "2.4": holds(2, "The documented protection is applied", [
      "SECRET-20",
      "SECRET-03",
      "RECORD-01",
      "METHODS-07",
      "server/calls/canary.db.test.ts",
    ]),
    "3.1": holds(1, "Data leave the browser when the session ends", ["SESSION-12", "SESSION-02"]),
    "3.2": holds(2, "Browsers do not cache sensitive replies", [
      "SESSION-12",
      "server/calls/mount.ts",
    ]),
    "3.3": deviates(
      2,
      "The browser's storage has no sensitive data besides tokens",
      {
        why: "The specification stores the user with name, email address, userid, account and policy number, and the username if the person asks for it (P3).",
        decidedBy: "the specification",
        instead:
          "cleared at the end of the session, except for a remembered username; no card, postal address, phone or payment",
      },
      ["SESSION-01", "SESSION-05", "web/calls/local-storage.ts"],
    ),
  },
}
