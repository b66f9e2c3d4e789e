-- Announced charges of customers without an email address: no email told them.
alter table myaccount_core.announced_charge
  add column untold boolean not null default false,
  add check (kind = 'notice' or not untold);
create index announced_charge_untold on myaccount_core.announced_charge (client, account_number)
  where untold;
