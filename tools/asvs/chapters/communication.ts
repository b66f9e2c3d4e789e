import { byOperator, type Chapter, holds, notApplicable } from "../requirement.ts"

/** V12 */
export const communication: Chapter = {
  title: "Secure communication",
  rows: {
    "1.1": byOperator(
      1,
      "Only TLS 1.2 and 1.3",
      ["deploy/nginx.conf", "npm run prove -- deployment"],
      "Your proxy ends TLS; our nginx.conf allows these two. The server's own connections use Node's default: the same two",
    ),
    "1.2": byOperator(
      2,
      "Only recommended cipher suites",
      ["deploy/nginx.conf", "npm run prove -- deployment"],
      "Our nginx.conf lists those with forward secrecy and authenticated encryption",
    ),
    "1.3": notApplicable(
      2,
      "Client certificates are verified before they count",
      "No caller signs in with a certificate. We present one to an account system (CONTRACT-13).",
    ),
    "2.1": byOperator(
      1,
      "Everything public is served over TLS alone",
      ["ORIGIN-13", "ORIGIN-07", "deploy/nginx.conf"],
      "Production refuses a `SITE_ADDRESS` over plain HTTP",
    ),
    "2.2": byOperator(
      1,
      "Public certificates come from a public authority",
      ["docs/run/install.md#on-a-machine-with-debian-13"],
      "Get one with certbot",
    ),
    "3.1": holds(
      2,
      "Connections of the server are encrypted, without falling back",
      ["SECRET-43", "CONTRACT-09", "EVENT-05", "SSO-10", "docs/security-design.md#connections"],
      "Except on the same machine; `ALLOW_UNSAFE` has to name every exception",
    ),
    "3.2": holds(
      2,
      "Certificates of others are verified",
      ["SECRET-43", "CONTRACT-13", "docs/security-design.md#connections"],
      "Production refuses what would turn the check off",
    ),
    "3.3": byOperator(
      2,
      "Internal HTTP is encrypted",
      ["CONTRACT-09", "WATCH-04", "docs/security-design.md#connections"],
      "The server speaks plain HTTP with its proxy: keep both on one machine (`LISTEN_ON=127.0.0.1`), or encrypt the network between them. The account system is reached over HTTPS alone, and metrics on the same machine by default",
    ),
    "3.4": holds(
      2,
      "Internal certificates come from authorities that are named",
      ["CONTRACT-13", "setting POLICY_ADMIN_TLS_CA"],
      "For others `NODE_EXTRA_CA_CERTS` or `sslrootcert`",
    ),
  },
}
