import { type Chapter, holds, notApplicable } from "../requirement.ts"

/** V9. ID and logout tokens of identity providers, proofs of work, links to previews, signed events. */
export const tokens: Chapter = {
  title: "Self-contained tokens",
  rows: {
    "1.1": holds(1, "Signatures are checked before the content counts", [
      "SSO-02",
      "RELEASE-04",
      "EVENT-08",
      "RECOVER-06",
    ]),
    "1.2": holds(
      1,
      "Only listed algorithms count, never none",
      ["SSO-02", "ports/identity-provider/openid/openid.ts"],
      "Asymmetric ones alone for tokens of providers",
    ),
    "1.3": holds(
      1,
      "Keys come from known places",
      ["SSO-02", "EVENT-08"],
      "From the metadata of the configured issuer; what a token names does not count",
    ),
    "2.1": holds(1, "Tokens count in their time only", ["SSO-02", "RELEASE-03", "EVENT-08"]),
    "2.2": holds(2, "A token counts for its purpose only", ["SSO-02", "SSO-07", "RECOVER-06"]),
    "2.3": holds(2, "A token counts for its audience only", ["SSO-02", "SSO-07", "RELEASE-04"]),
    "2.4": notApplicable(
      2,
      "Tokens that we make for several audiences name theirs",
      "We make tokens for ourselves alone. A proof of work and a link to a preview name their host.",
    ),
  },
}
