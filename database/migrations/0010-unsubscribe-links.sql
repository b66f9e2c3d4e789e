-- What the link in a mail about payments is worth: it ends such mails to this person, and brings
-- them back, and nothing else. It does not end with use, since mails are kept and opened again.
create table myaccount_core.unsubscribe_link (
  token_hash bytea primary key,
  client text not null,
  account_number text not null,
  created_at timestamptz not null
);
create index unsubscribe_link_age on myaccount_core.unsubscribe_link (created_at);
