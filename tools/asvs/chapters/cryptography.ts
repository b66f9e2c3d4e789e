import { type Chapter, deviates, holds } from "../requirement.ts"

/** V11. 11.7 has no requirement of level 2. */
export const cryptography: Chapter = {
  title: "Cryptography",
  rows: {
    "1.1": holds(2, "There is a policy for keys and their life", ["docs/cryptography.md#policy"]),
    "1.2": holds(2, "There is an inventory of keys, algorithms and certificates", [
      "docs/cryptography.md#keys",
      "docs/cryptography.md#algorithms",
      "docs/cryptography.md#certificates",
    ]),
    "2.1": holds(
      2,
      "Cryptography comes from known implementations",
      ["platform/keys/seal.ts", "platform/keys/key-ring.ts", "docs/cryptography.md#algorithms"],
      "`node:crypto` (OpenSSL), jose, otpauth, bcryptjs",
    ),
    "2.2": holds(
      2,
      "Algorithms and keys can be exchanged, and data encrypted again",
      ["KEYS-03", "KEYS-04", "KEYS-07", "SECRET-01", "docs/cryptography.md#policy"],
      "`npm run keys` exchanges keys without a stop. Each sealed value names its format and each password hash its cost, so a release can add an algorithm beside the old one",
    ),
    "2.3": deviates(
      2,
      "All primitives have 128 bits of security",
      {
        why: "Ours do. RS256 with the 2048 bit keys that identity providers use has 112, and the code of an authenticator app is HMAC-SHA-1.",
        decidedBy: "the standards of OpenID Connect and RFC 6238, which providers and apps follow",
        instead: "ES256 and stronger signatures count as well; choose such keys at your provider",
      },
      ["docs/cryptography.md#algorithms", "platform/keys/key-ring.test.ts"],
    ),
    "3.1": holds(1, "No insecure modes or padding of encryption", ["platform/keys/seal.ts"]),
    "3.2": holds(1, "Only approved ciphers", ["platform/keys/seal.ts"], "AES-256-GCM"),
    "3.3": holds(2, "Encrypted data cannot be changed unseen", ["platform/keys/seal.test.ts"]),
    "4.1": deviates(
      1,
      "Only approved hash functions",
      {
        why: "SHA-256 throughout, except for codes of authenticator apps: HMAC-SHA-1 (RFC 6238), the only one that all apps support. The standard's appendix calls it legacy.",
        decidedBy: "authenticator apps",
        instead:
          "the attacks on SHA-1 are collisions, which HMAC does not depend on; five tries a code",
      },
      ["docs/cryptography.md#algorithms", "services/staff/second-factor/second-factor.ts"],
    ),
    "4.2": holds(
      2,
      "Passwords are stored with a slow hash of current cost",
      ["SECRET-03", "services/identity/credentials/password.test.ts", "HASH-06"],
      "argon2id, 19 MiB, two passes. Imported hashes are sealed, and replaced at the first sign-in",
    ),
    "4.3": holds(
      2,
      "Hashes for integrity resist collisions",
      ["CHAIN-01", "SCRIPT-11"],
      "SHA-256 or more",
    ),
    "4.4": holds(
      2,
      "Keys made from passwords are stretched",
      ["server/config/keys.test.ts", "platform/keys/key-ring.ts"],
      "No key is made from a password: `SECRET_KEY` and `AUDIT_KEY` are 32 random bytes, from which HKDF derives the others",
    ),
    "5.1": holds(
      2,
      "What must not be guessed has 128 random bits",
      ["platform/keys/secrets.ts", "SECRET-02"],
      "256 bits; links that name their owner have 96 random bits and a tag of 128 under the key. Ids such as UUIDs open nothing",
    ),
    "6.1": deviates(
      2,
      "Only approved algorithms make and check signatures",
      {
        why: "ID tokens with RS256 (RSA PKCS#1 v1.5) count, because OpenID Connect requires each provider to support it. The standard's appendix does not approve it.",
        decidedBy: "OpenID Connect Core 1.0 (15.1)",
        instead:
          "no attack on its signatures with SHA-256 is known; ES256, PS256 and EdDSA count as well, so choose one at your provider",
      },
      ["SSO-02", "docs/cryptography.md#algorithms"],
    ),
  },
}
