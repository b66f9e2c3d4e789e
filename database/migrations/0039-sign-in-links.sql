-- What an emailed link to log in is worth: the browser that opens it may try a password or an
-- answer when those of strangers are not compared any more. It signs nobody in.
create table appauth.sign_in_link (
  token_hash bytea primary key,
  client text not null,
  -- Of a customer, or "staff" and a username.
  userid text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The browser that opened it, and until when it may try.
  browser_hash bytea unique,
  browser_until timestamptz
);
create index sign_in_link_expires on appauth.sign_in_link (expires_at);
