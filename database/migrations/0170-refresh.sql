-- Data of an account system that are loaded again say until when they count what happened here
-- (`as_of`). What happened here later is applied on top of them, so each fact has its instant.

alter table policy_admin.person
  -- Until when the loaded data count changes made here; null when the load did not say.
  add column as_of timestamptz,
  -- When the customer or staff last changed these here; null: never since the first load.
  add column contact_changed_at timestamptz,
  add column subscription_changed_at timestamptz;

-- Of the product without its balance, as it was loaded.
alter table policy_admin.policy add column record_hash text not null default '';

alter table policy_admin.billing
  -- Of the balance as it was loaded.
  add column balance_hash text not null default '',
  -- Until when the loaded balance counts payments made here; null when the load did not say.
  add column as_of timestamptz,
  -- When frequency or auto pay were last changed here.
  add column choice_changed_at timestamptz;

alter table policy_admin.payment add column posted_at timestamptz not null default now();
alter table policy_admin.reversal add column posted_at timestamptz not null default now();
alter table policy_admin.lot_note add column posted_at timestamptz not null default now();
-- Earlier facts have only a date: no time zone of a client ends it later than this.
update policy_admin.payment set posted_at = (paid_on + 1)::timestamp at time zone 'UTC' + interval '12 hours';
update policy_admin.reversal
  set posted_at = (reversed_on + 1)::timestamp at time zone 'UTC' + interval '12 hours';
update policy_admin.lot_note n set posted_at = e.posted_at
from (
  select client, policy_number, lot,
    max(posted_on + 1)::timestamp at time zone 'UTC' + interval '12 hours' as posted_at
  from policy_admin.entry where cause = lot group by client, policy_number, lot) e
where e.client = n.client and e.policy_number = n.policy_number and e.lot = n.lot;
