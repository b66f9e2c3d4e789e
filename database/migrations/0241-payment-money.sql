-- The money of payments as it moves: made, given back, taken back. The ledger sums it, and the list of payments names each.
-- Amounts are cents, without sign. The reason of a refund's event is the sum of all refunds until then.
create view myaccount_core.payment_money as
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
  select at, number, reason::numeric as refunded,
    coalesce(lag(reason::numeric) over (order by number), 0) as before
  from myaccount_core.payment_event
  where client = p.client and payment_id = p.id and reason ~ '^[0-9]+[.][0-9]{2}$') e
where p.refunded > 0;
