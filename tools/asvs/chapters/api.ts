import { type Chapter, holds, notApplicable } from "../requirement.ts"

const noGraphql = "There is no GraphQL."
const noWebsocket = "The software has no WebSocket. A brand's tools may use those that it names."

/** V4 */
export const api: Chapter = {
  title: "API and web service",
  rows: {
    "1.1": holds(1, "Every reply has its true Content-Type with a charset", ["ASVS-04"]),
    "1.2": holds(
      2,
      "Only pages are redirected from HTTP to HTTPS",
      ["deploy/nginx.conf", "npm run prove -- deployment"],
      "nginx refuses calls over plain HTTP",
    ),
    "1.3": holds(2, "Users cannot set the headers of proxies", ["ORIGIN-04", "ORIGIN-05"]),
    "2.1": holds(
      2,
      "All parts agree where a request ends",
      ["ORIGIN-02", "ORIGIN-12", "platform/http/hostile-requests.db.test.ts"],
      "Node's strict parser refuses both lengths at once",
    ),
    "3.1": notApplicable(2, "GraphQL queries are limited", noGraphql),
    "3.2": notApplicable(2, "GraphQL introspection is off", noGraphql),
    "4.1": notApplicable(1, "WebSockets use TLS", noWebsocket),
    "4.2": notApplicable(2, "The handshake of a WebSocket checks its origin", noWebsocket),
    "4.3": notApplicable(2, "WebSockets have session tokens of their own", noWebsocket),
    "4.4": notApplicable(2, "Tokens of WebSockets come from the HTTPS session", noWebsocket),
  },
}
