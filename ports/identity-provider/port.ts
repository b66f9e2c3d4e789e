/**
 * Signs staff in with an identity provider of the company. The results are verified: signature,
 * issuer, audience, nonce, state and times.
 *
 * Every function may throw `ProviderAway`: the provider was not reached, failed, or refuses our
 * client. Nothing is known about the person then.
 */
export interface IdentityProvider {
  /** Starts a sign-in that ends at `returnAddress`. */
  begin(returnAddress: string): Promise<BegunSignIn>
  /**
   * Ends a sign-in. `answer` is the query string with which the browser returned.
   *
   * Errors: `ProviderRefused`; `SignInDenied` if the person or the provider stopped it.
   */
  finish(kept: KeptSignIn, answer: string): Promise<ProvenPerson>
  /**
   * Checks a person who signed in before.
   *
   * Errors: `ProviderRefused` if the provider no longer vouches for them.
   */
  recheck(refreshToken: string, subject: string): Promise<ProvenPerson>
  /** Reads a logout token. Errors: `ProviderRefused`. */
  readLogout(token: string): Promise<LogoutNotice>
  /**
   * Whether the provider can be reached and accepts our client. Returns the problem and what to do,
   * worded as the end of a sentence; undefined if there is none. Never throws.
   */
  probe(): Promise<string | undefined>
}

export interface BegunSignIn {
  /** The provider's page that the browser opens. */
  address: string
  kept: KeptSignIn
}

/**
 * The secrets of a sign-in in progress. They never reach the browser, except `state` and `nonce`.
 */
export interface KeptSignIn {
  state: string
  nonce: string
  /** The code verifier of PKCE. */
  verifier: string
  returnAddress: string
}

export interface ProvenPerson {
  /** The provider's id of the person. The provider never reuses it. */
  subject: string
  /** The provider's id of the session in that browser; null if the provider does not name one. */
  sid: string | null
  firstName: string
  lastName: string
  email: string
  groups: string[]
  /** The token for `recheck`; null if the provider gave no new one. */
  refreshToken: string | null
}

/** The provider's notice that sessions ended: the one with `sid`, or all sessions of `subject`. */
export type LogoutNotice = { id: string } & (
  | { sid: string; subject: string | null }
  | { sid: null; subject: string }
)

export class ProviderAway extends Error {
  override name = "ProviderAway"
}

/** A token or answer that must not be trusted. The message is a code for logs, never the provider's words. */
export class ProviderRefused extends Error {
  override name = "ProviderRefused"
}

export class SignInDenied extends Error {
  override name = "SignInDenied"
}
