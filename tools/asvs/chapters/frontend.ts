import { type Chapter, deviates, holds } from "../requirement.ts"

const attempt = {
  why: "The specification names the cookie `Attempt`, which a page sets by script to count unknown plan numbers. All other cookies follow.",
  decidedBy: "the specification (P3)",
  instead:
    "it holds a number that decides nothing on the server, and is Secure and SameSite=Strict",
}

/** V3 */
export const frontend: Chapter = {
  title: "Web frontend security",
  rows: {
    "2.1": holds(
      1,
      "Browsers cannot show a reply as something else",
      ["SECRET-32", "platform/http/headers.ts", "server/page/brand-files.ts"],
      "Every reply has nosniff and a policy that runs nothing; documents travel inside of JSON",
    ),
    "2.2": holds(
      1,
      "Text is shown as text",
      ["SECRET-30", "web/ui/text/clean-html.tsx"],
      "React; one component shows cleaned HTML, and Trusted Types enforce it",
    ),
    "3.1": deviates(1, "Cookies are Secure with a `__Host-` or `__Secure-` name", attempt, [
      "REGISTER-01",
      "server/calls/cookies.test.ts",
    ]),
    "3.2": holds(2, "Each cookie has the SameSite value of its use", [
      "server/calls/cookies.test.ts",
      "server/calls/cookies.ts",
    ]),
    "3.3": deviates(2, "Cookies have the `__Host-` prefix", attempt, [
      "server/calls/cookies.test.ts",
    ]),
    "3.4": holds(
      2,
      "Secrets in cookies are HttpOnly and travel in no other way",
      ["SESSION-01", "server/calls/cookies.ts"],
      "The access token in the browser's storage opens nothing without the cookie",
    ),
    "4.1": holds(
      1,
      "Every reply asks for HTTPS for a year, with subdomains",
      ["ORIGIN-07", "platform/http/headers.ts", "deploy/nginx.conf"],
      "nginx adds it to its own replies",
    ),
    "4.2": holds(
      1,
      "No reply allows other origins by an echo",
      ["server/page/content-security-policy.ts", "platform/http/headers.ts"],
      "The server sends no CORS header, and `Cross-Origin-Resource-Policy: same-origin`",
    ),
    "4.3": holds(
      2,
      "Every reply has a Content-Security-Policy with nonces or hashes",
      ["SCRIPT-04", "SCRIPT-11", "SECRET-32", "ASVS-04"],
      "Pages have nonces and hashes; everything else `default-src 'none'`",
    ),
    "4.4": holds(2, "Every reply has nosniff", ["ASVS-04", "platform/http/headers.ts"]),
    "4.5": holds(2, "A referrer policy keeps addresses from third parties", [
      "ASVS-04",
      "platform/http/headers.ts",
    ]),
    "4.6": holds(2, "No reply can be framed", ["SECRET-32", "AUTHENTICATE-03"]),
    "5.1": holds(
      1,
      "Requests of other sites are refused",
      ["SESSION-01", "server/calls/mount.ts"],
      "Bearer token, SameSite=Strict, and a check of Origin and Sec-Fetch-Site",
    ),
    "5.2": holds(
      1,
      "No call works without a preflight from elsewhere",
      ["server/calls/mount.ts", "platform/http/unreadable.ts"],
      "Calls take `application/json` only, and check Origin",
    ),
    "5.3": holds(1, "GET changes nothing", [
      "LIMIT-03",
      "GUESS-04",
      "UNSUB-01",
      "server/calls/roles/roles.db.test.ts",
    ]),
    "5.4": holds(
      2,
      "Applications apart have hosts apart",
      ["HOST-12", "SCRIPT-06", "SCRIPT-03"],
      "Each brand and the support site have hosts of their own",
    ),
    "5.5": holds(
      2,
      "Messages between windows are checked for their origin",
      ["AUTHENTICATE-03", "web/identity/captcha/use-captcha.ts"],
      "No page listens to messages of windows; the only messages are those with a worker of ours",
    ),
    "7.1": holds(2, "Only supported browser technology is used", ["DEVICE-01", "DEVICE-02"]),
    "7.2": holds(
      2,
      "Redirects to other hosts lead to known ones only",
      ["ORIGIN-04", "SESSION-06"],
      "To hosts that the database stores, and to identity providers of the operator's file",
    ),
  },
}
