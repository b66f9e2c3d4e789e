-- Staff: whom they may serve, their second factor, and how they come to act for a customer.

alter table appauth.agent
  -- The clients whose people they may find and act for; null: those of every client.
  add column clients text[],
  add column needs_second_factor boolean not null default false,
  -- Keeps its history, and opens nothing.
  add column disabled_at timestamptz,
  -- Made by a folder that was loaded, and removed when the folder no longer lists them.
  add column from_folder boolean not null default true;

-- Whoever serves this client's people needs a second factor.
alter table appcontent.client add column staff_second_factor boolean not null default false;

-- An authenticator app. Its secret is sealed with the installation's key.
create table appauth.agent_factor (
  userid text primary key references appauth.agent on delete cascade,
  secret_sealed bytea not null,
  -- Null until a first code has shown that the app has the secret.
  confirmed_at timestamptz,
  -- The 30 seconds of the last code that was taken: none of it or before is taken again.
  last_step bigint not null default 0
);

-- Each opens the account once where the app is lost.
create table appauth.agent_recovery_code (
  userid text not null references appauth.agent on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (userid, code_hash)
);

-- Staff whose password was right and whose second factor is awaited. The secret stays with the
-- browser (HttpOnly cookie).
create table appauth.staff_attempt (
  secret_hash bytea primary key,
  userid text not null references appauth.agent on delete cascade,
  tries integer not null default 0,
  ended_at timestamptz,
  expires_at timestamptz not null
);
create index staff_attempt_userid on appauth.staff_attempt (userid);

-- Set where staff go to act for this person; without, the session's own person goes.
alter table appauth.handoff
  add column subject_userid text references appauth.user_account on delete cascade;
create index session_agent_userid on appauth.session (agent_userid) where agent_userid is not null;
