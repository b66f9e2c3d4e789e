-- A gateway may have a second reference of the same charge: Stripe's disputes and payouts name
-- ch_…, its payments pi_…. '' if there is none, or before the gateway has told it.
alter table myaccount_core.payment add column charge_reference text not null default '';
create index payment_charge_reference on myaccount_core.payment (charge_reference)
  where charge_reference <> '';

-- Until when the customer may confirm the payment with their bank (3-D Secure); null if the bank did
-- not ask. Nothing is charged while the payment waits for that.
alter table myaccount_core.payment add column authenticate_by timestamptz;
