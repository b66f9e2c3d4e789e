-- The email about a failed charge announces the next try. Without an email address, that try is
-- untold like a notice.
alter table myaccount_core.announced_charge drop constraint announced_charge_check1;
alter table myaccount_core.announced_charge
  add constraint announced_charge_untold_check check (kind in ('notice', 'retry') or not untold);
