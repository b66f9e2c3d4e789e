-- Keys that begin with the client: distributed engines then keep a client's rows together.
alter table myaccount_core.auto_pay_change
  drop constraint auto_pay_change_authorization_id_fkey,
  drop constraint auto_pay_change_pkey,
  add primary key (client, authorization_id);
alter table myaccount_core.payment drop constraint payment_authorization_id_fkey;
alter table myaccount_core.announced_charge drop constraint announced_charge_authorization_id_fkey;
alter table myaccount_core.auto_pay_suspension
  drop constraint auto_pay_suspension_authorization_id_fkey;
alter table myaccount_core."authorization"
  drop constraint authorization_pkey,
  add primary key (client, id);
alter table myaccount_core.auto_pay_change
  add foreign key (client, authorization_id) references myaccount_core."authorization" (client, id);
alter table myaccount_core.payment
  add foreign key (client, authorization_id) references myaccount_core."authorization" (client, id);
alter table myaccount_core.announced_charge
  add foreign key (client, authorization_id) references myaccount_core."authorization" (client, id);
alter table myaccount_core.auto_pay_suspension
  add foreign key (client, authorization_id) references myaccount_core."authorization" (client, id);

alter table myaccount_core.auto_pay_skip
  drop constraint auto_pay_skip_pkey,
  add primary key (client, id);
alter table myaccount_core.correction
  drop constraint correction_pkey,
  add primary key (client, id);
alter table myaccount_core.payment_method_request
  drop constraint payment_method_request_pkey,
  add primary key (client, id);

alter table myaccount_core.staff_approval
  drop constraint staff_approval_pkey,
  add primary key (client, id);
drop index myaccount_core.staff_approval_open;
create unique index staff_approval_open on myaccount_core.staff_approval (client, userid, action)
  where decided_at is null;
