-- Staff who sign in with an identity provider of the company (OpenID Connect).

-- Where an account comes from. An account without a row here is a local one.
create table appauth.agent_provider (
  userid text primary key references appauth.agent on delete cascade,
  -- The name of a provider in the operator's file.
  provider text not null,
  -- An account is good for this issuer alone, also if the name gets another one.
  issuer text not null,
  -- The provider's id of the person.
  subject text not null,
  -- Sealed with the installation's key; null where the provider gives none.
  refresh_sealed bytea,
  -- When the provider last vouched for the person and their groups.
  checked_at timestamptz not null,
  -- When to ask again; while a process asks: when others may take over.
  next_check_at timestamptz not null,
  -- The provider named no mapped group any more; `appauth.agent.disabled_at` is set too.
  ended_at timestamptz,
  unique (provider, subject)
);
create index agent_provider_next_check on appauth.agent_provider (next_check_at)
  where refresh_sealed is not null and ended_at is null;

-- A sign-in that went to a provider. Its browser has the secret in an HttpOnly cookie.
create table appauth.provider_attempt (
  secret_hash bytea primary key,
  -- State, nonce, PKCE verifier, provider and host.
  sealed bytea not null,
  expires_at timestamptz not null
);

-- Logout tokens of providers, each of which counts once.
create table appauth.provider_logout (
  token_hash bytea primary key,
  used_at timestamptz not null
);

-- The provider's id of its own session, for logout by back channel.
alter table appauth.session add column provider_sid text;
