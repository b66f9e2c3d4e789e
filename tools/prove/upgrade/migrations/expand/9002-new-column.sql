alter table myaccount_core.payment add column upgrade_note text;
