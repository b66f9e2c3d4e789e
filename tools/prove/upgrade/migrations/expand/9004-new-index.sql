drop index concurrently if exists myaccount_core.payment_upgrade_note;
create index concurrently payment_upgrade_note
  on myaccount_core.payment (client, account_number, upgrade_note);
