-- The sum of all refunds of a payment up to this event, in dollars. Null in an event that is not about a refund. Earlier servers
-- write and read it as the text in `reason`, such as "10.00".
alter table myaccount_core.payment_event add column refunded_total numeric(12, 2);

-- The text of an event that an earlier server wrote counts until none of them runs.
create view myaccount_core.refund_event as
select client, payment_id, number, at, coalesce(refunded_total, reason::numeric) as refunded_total
from myaccount_core.payment_event
where refunded_total is not null or reason ~ '^[0-9]{1,10}[.][0-9]{2}$';

-- The money of payments as it moves: made, given back, taken back. The ledger sums it, and the list of payments names each.
-- Amounts are cents, without sign.
create or replace view myaccount_core.payment_money as
select p.client, p.id as payment_id, 'payments' as kind, coalesce(p.decided_at, p.submitted_at) as at,
  0 as number, p.amount * 100 as amount
from myaccount_core.payment p
where p.status not in ('submitted', 'unknown', 'declined', 'canceled')
union all
select p.client, p.id, case when e.status = 'returned' then 'returns' when e.status = 'disputed'
    then 'disputesOpened' else 'disputesLost' end, e.at, e.number, (p.amount - p.refunded) * 100
from myaccount_core.payment p, lateral (
  select status, min(at) as at, min(number) as number from myaccount_core.payment_event
  where client = p.client and payment_id = p.id and status in ('returned', 'disputed', 'disputeLost')
  group by status) e
union all
select p.client, p.id, 'refunds', e.at, e.number, (e.refunded - e.before) * 100
from myaccount_core.payment p, lateral (
  select at, number, refunded_total as refunded,
    coalesce(lag(refunded_total) over (order by number), 0) as before
  from myaccount_core.refund_event
  where client = p.client and payment_id = p.id) e
where p.refunded > 0;
