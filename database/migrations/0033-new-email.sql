-- New email addresses whose code has not been entered yet: at most one for an account. Until then
-- the address on file stays in force; the account system has not heard of the new one.
create table myaccount_core.new_email (
  client text not null,
  account_number text not null,
  -- A code is good for this change alone.
  id uuid not null unique,
  -- The registration that asked; the change is gone with it.
  userid text not null references appauth.user_account on delete cascade,
  -- On file when it was asked for. Once another one is on file, this change is off.
  from_address text not null,
  to_address text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (client, account_number)
);
create index new_email_userid on myaccount_core.new_email (userid);
create index new_email_age on myaccount_core.new_email (expires_at);
