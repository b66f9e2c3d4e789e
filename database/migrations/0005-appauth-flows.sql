-- Registration, recovery and the devices that people sign in from.

-- Loaded with an account whose credentials are no longer to be trusted: it can only be registered anew.
alter table appauth.user_account add column reactivate boolean not null default false;

-- A browser on its way through registration. The secret stays with it (HttpOnly cookie).
create table appauth.registration (
  id uuid primary key,
  secret_hash bytea not null unique,
  client text not null,
  policy_number text not null,
  -- Whose plan number it is, in the account system.
  account_number text not null,
  -- What has been proven: a plan number, a name that fits it, a code from the mailbox on file; or
  -- the account has been made.
  step text not null default 'number' check (step in ('number', 'person', 'verified', 'completed')),
  -- The typed e-mail address is the one on file. A browser that typed another one gets no mail
  -- and is told nothing of it.
  address_fits boolean not null default false,
  expires_at timestamptz not null,
  created_at timestamptz not null
);

-- One-time codes serve registration too: an attempt is a person's who signs in or who registers.
alter table appauth.sign_in_attempt rename to code_attempt;
alter index appauth.sign_in_attempt_userid rename to code_attempt_userid;
alter table appauth.code_attempt
  alter column userid drop not null,
  add column registration_id uuid references appauth.registration on delete cascade,
  add column subject text generated always as (coalesce(userid, registration_id::text)) stored,
  add check (num_nonnulls(userid, registration_id) = 1),
  drop column client;
create index code_attempt_subject on appauth.code_attempt (subject);

-- A browser that asked for the security question of a username, whether anybody has it or not.
create table appauth.password_recovery (
  secret_hash bytea primary key,
  client text not null,
  username text not null,
  answered_at timestamptz,
  expires_at timestamptz not null
);

-- What a mailed link to reset a password is worth.
create table appauth.reset_ticket (
  ticket_hash bytea primary key,
  client text not null,
  userid text not null references appauth.user_account on delete cascade,
  used_at timestamptz,
  expires_at timestamptz not null
);
create index reset_ticket_userid on appauth.reset_ticket (userid);

-- Browsers in which a person, customer or staff, has signed in before. They open nothing: they
-- keep a stranger's failures apart from the person's own, and tell a new device from a known one.
create table appauth.device (
  secret_hash bytea not null,
  userid text not null,
  seen_at timestamptz not null,
  primary key (secret_hash, userid)
);
create index device_userid on appauth.device (userid);

-- Proofs of work that have opened their one call, until they would expire anyway.
create table appauth.used_proof (
  proof_hash bytea primary key,
  expires_at timestamptz not null
);
