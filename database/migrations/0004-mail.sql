-- Mails leave with the transaction that causes them: the row is written with the change, a
-- worker sends it afterwards.
create schema mail;

create table mail.outbox (
  -- Also the mail's Message-ID, the same at every try.
  id uuid primary key,
  -- The whole mail, encrypted with a key that is not in the database.
  sealed bytea,
  created_at timestamptz not null,
  -- Not sent after this, as with a code that has run out.
  expires_at timestamptz,
  tries integer not null default 0,
  -- While a worker sends the row: when others may take it for abandoned.
  next_try_at timestamptz not null,
  sent_at timestamptz,
  given_up_at timestamptz,
  -- The mail server's reply code or the kind of failure; never its text, which can name people.
  last_error text,
  -- Nothing of a mail stays once it is sent or given up.
  check ((sealed is null) = (sent_at is not null or given_up_at is not null))
);
create index outbox_due on mail.outbox (next_try_at) where sent_at is null and given_up_at is null;
