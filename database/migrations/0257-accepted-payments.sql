-- The accepted payments that count for bills: neither taken back by the account system on its own nor released by staff.
-- money_left: without what was refunded or returned. is_recording: the payment is not posted yet, or it was posted lately
-- and no read of the account system shows it yet.
create view myaccount_core.accepted_payment as
select p.client, p.account_number, p.policy_number, p.id, p.number, p.origin, p.status, p.confirmation_number,
  p.amount, p.due_date, p.pays, coalesce(p.decided_at, p.submitted_at) as accepted_at,
  case when p.status in ('returned', 'disputeLost') then 0 else p.amount - p.refunded end as money_left,
  p.next_try_at is not null and (p.applied_at is null or p.shown_at is null) as is_recording
from myaccount_core.payment p
where p.confirmation_number is not null and p.revoked_at is null
  and not exists (select from myaccount_core.correction c where c.client = p.client
    and c.reverses = p.id and c.reversed_kind = 'payment' and c.status = 'posted');
