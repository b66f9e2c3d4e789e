-- An hourly job asks for the few accounts with a reminder. A method has at most one open renewal, so that a repetition uses its key.
drop index concurrently if exists myaccount_core.payment_method_to_remind;
create index concurrently payment_method_to_remind
  on myaccount_core.payment_method (remind_at) where remind_at is not null;

drop index concurrently if exists myaccount_core.payment_method_renewing;
create unique index concurrently payment_method_renewing
  on myaccount_core.payment_method_request (client, record_id) where kind = 'renew' and status = 'open';
