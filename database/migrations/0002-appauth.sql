-- Who can sign in, and how far they have come. Nothing here that opens a door is readable:
-- passwords are argon2id, every token and code is kept as a hash.
create schema appauth;

create table appauth.user_account (
  userid text primary key,
  client text not null,
  username text not null,
  password_hash text not null,
  security_question_id text,
  security_answer_hash text,
  -- The person in the account system.
  account_number text not null,
  created_at timestamptz not null,
  unique (client, account_number)
);
create unique index user_account_username on appauth.user_account (client, lower(username));

create table appauth.agent (
  userid text primary key,
  username text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  created_at timestamptz not null
);
create unique index agent_username on appauth.agent (lower(username));

-- A sign-in whose password was right and whose code is awaited. The secret stays with the
-- browser (HttpOnly cookie); codes are hashed with it, so this table alone cannot give them back.
create table appauth.sign_in_attempt (
  id uuid primary key,
  secret_hash bytea not null unique,
  client text not null,
  userid text not null references appauth.user_account on delete cascade,
  tries integer not null default 0,
  ended_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index sign_in_attempt_userid on appauth.sign_in_attempt (userid);

create table appauth.passcode (
  attempt_id uuid not null references appauth.sign_in_attempt on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index passcode_attempt on appauth.passcode (attempt_id);

create table appauth.session (
  id uuid primary key,
  cookie_hash bytea not null unique,
  token_hash bytea not null,
  host text not null,
  client text not null,
  -- Exactly one of the two for a customer or an agent; both for staff acting for a customer.
  userid text references appauth.user_account on delete cascade,
  agent_userid text references appauth.agent on delete cascade,
  -- The session that handed this one over to its host; they end together.
  family_id uuid not null,
  device jsonb,
  login_ip text,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_family on appauth.session (family_id);
create index session_userid on appauth.session (userid);

create table appauth.handoff (
  token_hash bytea primary key,
  session_id uuid not null references appauth.session on delete cascade,
  host text not null,
  client text not null,
  used_at timestamptz,
  expires_at timestamptz not null
);

-- Calls counted per place and window. Losing the counts in a crash is harmless.
create unlogged table appauth.budget (
  key text not null,
  window_start timestamptz not null,
  calls integer not null,
  primary key (key, window_start)
);
