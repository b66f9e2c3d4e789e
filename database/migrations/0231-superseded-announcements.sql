-- Whether a change of auto pay replaced an announced charge, or the change that announced it was refused. Such a row is
-- kept as evidence, and announces nothing any more: its bills may be announced again.
-- contract: the index myaccount_core.announced_charge_once unused since 1.0.0
-- wider: earlier servers write no superseded row, and the index refuses the same of their rows as the one that it replaces
-- brief: it takes about a second per million rows, and only the billing run and changes of auto pay write this table
alter table myaccount_core.announced_charge add column superseded boolean not null default false;
drop index myaccount_core.announced_charge_once;
create unique index announced_charge_once_at_a_time
  on myaccount_core.announced_charge (client, policy_number, bills_due_by)
  where kind in ('notice', 'unchanged') and not superseded;
