import { type Chapter, deviates, holds, notApplicable, type Requirement } from "../requirement.ts"

const noServer =
  "The software issues no tokens to other programs: it is a client of the staff's provider, and of an account system."

function asServer(level: 1 | 2, what: string): Requirement {
  return notApplicable(level, what, noServer)
}

/** V10 */
export const oidc: Chapter = {
  title: "OAuth and OpenID Connect",
  rows: {
    "1.1": holds(
      2,
      "Tokens go only where they are needed",
      ["SSO-08", "CONTRACT-08"],
      "Browsers never get a token of a provider",
    ),
    "1.2": holds(2, "An answer counts only for the browser that asked", ["SSO-01", "SSO-02"]),
    "2.1": holds(2, "The code flow is safe from forged requests", ["SSO-01"], "PKCE and state"),
    "2.2": holds(
      2,
      "Two providers cannot be mixed up",
      ["SSO-02"],
      "An address of return for each provider, and `iss` where it says so",
    ),
    "3.1": asServer(2, "A resource server checks the audience of tokens"),
    "3.2": asServer(2, "A resource server decides by the claims of tokens"),
    "3.3": asServer(2, "A resource server identifies users by claims that stay theirs"),
    "3.4": asServer(2, "A resource server checks the strength of the sign-in"),
    "4.1": asServer(1, "The authorization server compares return addresses exactly"),
    "4.2": asServer(1, "The authorization server takes a code once"),
    "4.3": asServer(1, "The authorization server's codes are short-lived"),
    "4.4": asServer(1, "The authorization server allows only needed grants"),
    "4.5": asServer(1, "The authorization server stops replayed refresh tokens"),
    "4.6": asServer(2, "The authorization server requires PKCE"),
    "4.7": asServer(2, "The authorization server checks clients that register themselves"),
    "4.8": asServer(2, "The authorization server's refresh tokens end"),
    "4.9": asServer(2, "Users can revoke tokens at the authorization server"),
    "4.10": asServer(2, "The authorization server authenticates its clients"),
    "4.11": asServer(2, "The authorization server gives only needed scopes"),
    "5.1": holds(2, "An ID token counts once, by its nonce", ["SSO-01", "SSO-02"]),
    "5.2": holds(
      2,
      "Users are known by a claim that stays theirs",
      ["SSO-03"],
      "`sub`, with the name of the provider",
    ),
    "5.3": holds(2, "Metadata of another issuer are refused", ["SSO-02"]),
    "5.4": holds(2, "The audience of an ID token must be our client", ["SSO-02"]),
    "5.5": deviates(
      2,
      "A logout token has the type logout+jwt, the event, and no nonce",
      {
        why: "The event, the audience and the lack of a nonce are checked. A token without a type, or with the type JWT, counts too: the standard recommends the type, and providers leave it out.",
        decidedBy: "we, as OpenID Connect Back-Channel Logout 1.0 (2.6) allows",
        instead:
          "an ID token has no logout event, so it cannot pose as one; each token counts once, for ten minutes",
      },
      ["SSO-07"],
    ),
    "6.1": asServer(2, "An OpenID provider allows only safe flows"),
    "6.2": asServer(2, "An OpenID provider stops forced logouts"),
    "7.1": asServer(2, "The authorization server asks users for consent"),
    "7.2": asServer(2, "The authorization server explains what is consented to"),
    "7.3": asServer(2, "Users can review and revoke their consent"),
  },
}
