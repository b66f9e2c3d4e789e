-- Payments, their events and refunds get keys that begin with the client, like all tables of brands.
alter table myaccount_core.payment_event
  drop constraint payment_event_payment_id_fkey,
  drop constraint payment_event_pkey,
  add column client text;
alter table myaccount_core.refund
  drop constraint refund_payment_id_fkey,
  drop constraint refund_pkey;
alter table myaccount_core.auto_pay_suspension
  drop constraint auto_pay_suspension_payment_id_fkey,
  drop constraint auto_pay_suspension_payment_id_key,
  drop constraint auto_pay_suspension_pkey;
alter table myaccount_core.announced_charge
  drop constraint announced_charge_payment_id_fkey,
  drop constraint announced_charge_payment_id_key,
  drop constraint announced_charge_pkey;
alter table myaccount_core.gateway_movement drop constraint gateway_movement_payment_id_fkey;
alter table myaccount_core.payment_difference drop constraint payment_difference_payment_id_fkey;
alter table myaccount_core.unmatched_report
  drop constraint unmatched_report_payment_id_fkey,
  add column client text;

update myaccount_core.payment_event e set client = p.client
  from myaccount_core.payment p where p.id = e.payment_id;
update myaccount_core.unmatched_report r set client = p.client
  from myaccount_core.payment p where p.id = r.payment_id;

-- Two clients may have the same confirmation number.
alter table myaccount_core.payment
  drop constraint payment_pkey,
  drop constraint payment_confirmation_number_key,
  add primary key (client, id),
  add unique (client, confirmation_number);
-- A report of the gateway names a payment by its id alone.
create index payment_of_key on myaccount_core.payment (id);
-- Staff look a number up among all clients that they serve.
create index payment_of_confirmation on myaccount_core.payment (confirmation_number)
  where confirmation_number is not null;
drop index myaccount_core.payment_of_authorization;
drop index myaccount_core.payment_not_final;
create index payment_not_final on myaccount_core.payment (client, id)
  where status in ('submitted', 'unknown', 'accepted', 'pending', 'inquiry', 'disputed');

alter table myaccount_core.payment_event
  alter column client set not null,
  add primary key (client, payment_id, number),
  add foreign key (client, payment_id) references myaccount_core.payment (client, id);
drop index myaccount_core.refund_payment;
drop index myaccount_core.refund_at_gateway;
alter table myaccount_core.refund
  add primary key (client, id),
  add foreign key (client, payment_id) references myaccount_core.payment (client, id);
create index refund_payment on myaccount_core.refund (client, payment_id);
create unique index refund_at_gateway
  on myaccount_core.refund (client, payment_id, gateway_reference) where gateway_reference <> '';
alter table myaccount_core.auto_pay_suspension
  add primary key (client, id),
  add unique (client, payment_id),
  add foreign key (client, payment_id) references myaccount_core.payment (client, id);
alter table myaccount_core.announced_charge
  add primary key (client, id),
  add unique (client, payment_id),
  add foreign key (client, payment_id) references myaccount_core.payment (client, id);

-- Tables of the installation: a row names a payment together with its client, or neither.
alter table myaccount_core.gateway_movement
  add foreign key (client, payment_id) references myaccount_core.payment (client, id);
drop index myaccount_core.gateway_movement_of_payment;
create index gateway_movement_of_payment on myaccount_core.gateway_movement (client, payment_id);
alter table myaccount_core.payment_difference
  add foreign key (client, payment_id) references myaccount_core.payment (client, id);
alter table myaccount_core.unmatched_report
  add check ((payment_id is null) = (client is null)),
  add foreign key (client, payment_id) references myaccount_core.payment (client, id);
