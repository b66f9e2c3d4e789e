/**
 * Signs staff in with an identity provider of the company. What it returns was verified: signature,
 * issuer, audience, nonce, state and times.
 *
 * Every function may throw `ProviderAway`: the provider was not reached, answered with a fault of
 * its own, or refuses our client. Nothing is known about the person then.
 */
export interface IdentityProvider {
  /** Starts a sign-in that ends at `returnAddress`. */
  begin(returnAddress: string): Promise<BegunSignIn>
  /**
   * Ends a sign-in. `answer` is the query that the browser brought back.
   *
   * Errors: `ProviderRefused`, `SignInDenied` if the person or the provider stopped it.
   */
  finish(kept: KeptSignIn, answer: string): Promise<ProvenPerson>
  /**
   * Asks again about a person who signed in before.
   *
   * Errors: `ProviderRefused` if the provider no longer vouches for them.
   */
  recheck(refreshToken: string, subject: string): Promise<ProvenPerson>
  /** Reads a logout token. Errors: `ProviderRefused`. */
  readLogout(token: string): Promise<LogoutNotice>
  /**
   * Whether the provider can be reached and takes our client. Returns why not, as the end of a sentence
   * and what to do; undefined if so. Never throws.
   */
  probe(): Promise<string | undefined>
}

export interface BegunSignIn {
  /** The page of the provider to which the browser goes. */
  address: string
  kept: KeptSignIn
}

/** The secrets of a sign-in under way. They never reach the browser, except `state` and `nonce`. */
export interface KeptSignIn {
  state: string
  nonce: string
  /** Of PKCE. */
  verifier: string
  returnAddress: string
}

export interface ProvenPerson {
  /** The provider's id of the person, which it never gives to another. */
  subject: string
  /** The provider's id of the session in that browser; null where it names none. */
  sid: string | null
  firstName: string
  lastName: string
  email: string
  groups: string[]
  /** For `recheck`; null where the provider gave no new one. */
  refreshToken: string | null
}

/** The provider says that a session ended: the one with `sid`, or all of `subject`. */
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
