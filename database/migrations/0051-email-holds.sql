-- The email address that counted before staff changed it. Who reads it can confirm or deny the
-- change by an emailed link. The audit log says whether an account is on hold; this table only
-- keeps where the link went.
create table myaccount_core.email_hold (
  client text not null,
  account_number text not null,
  -- The last address that counted before staff changed it; null where there was none.
  proven_address text,
  -- Keyed hash of the link's token; null where no link is open.
  token_hash bytea unique,
  expires_at timestamptz not null,
  primary key (client, account_number)
);
create index email_hold_expires on myaccount_core.email_hold (expires_at);
