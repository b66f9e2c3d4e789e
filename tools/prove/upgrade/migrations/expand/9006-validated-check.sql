alter table myaccount_core.payment validate constraint payment_origin_check;
