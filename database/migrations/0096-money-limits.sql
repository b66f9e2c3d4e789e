-- A staff member can withdraw a request of theirs that waits for dual approval.
alter table myaccount_core.refund drop constraint refund_status_check;
alter table myaccount_core.refund add constraint refund_status_check check
  (status in ('waiting', 'refused', 'withdrawn', 'approved', 'accepted', 'succeeded', 'failed'));
alter table myaccount_core.correction drop constraint correction_status_check;
alter table myaccount_core.correction add constraint correction_status_check check
  (status in ('waiting', 'refused', 'withdrawn', 'approved', 'posted', 'void'));

-- Staff give a product at most this many years of its cost as credits in 30 days, or what it owes.
alter table appcontent.client
  add column most_credit_years integer not null default 1 check (most_credit_years between 0 and 10);
