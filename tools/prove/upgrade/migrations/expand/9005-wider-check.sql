-- wider: no server writes the new value before every server reads it
alter table myaccount_core.payment
  drop constraint payment_origin_check,
  add constraint payment_origin_check check (origin in ('payNow', 'autoPay', 'upgrade')) not valid;
