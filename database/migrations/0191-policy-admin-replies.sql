-- The replies that `npm run policy-admin` gave to changes, for a day: a repetition gets the same
-- reply, also after a restart.
create table policy_admin.given_reply (
  -- SHA-256 of the operation and its Idempotency-Key.
  key bytea primary key,
  -- SHA-256 of the request.
  asked bytea not null,
  reply text not null,
  given_at timestamptz not null
);
create index given_reply_given_at on policy_admin.given_reply (given_at);
