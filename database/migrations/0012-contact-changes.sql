-- Changes of contact data that the account system was asked for and whose outcome is not on record
-- yet. The change is elsewhere than the mails and the record about it: a process that dies between
-- the two, or an answer that is lost, leaves its row here for another process to settle.
create table myaccount_core.contact_change (
  id uuid primary key,
  client text not null,
  account_number text not null,
  -- What was asked for, by whom and from which site; gone with the row once it is settled.
  asked jsonb not null,
  asked_at timestamptz not null
);
create index contact_change_age on myaccount_core.contact_change (asked_at);
