-- Reads the totals of refunds that earlier servers wrote as text, and compares them with the payments.
-- wider: it writes a column that earlier servers do not know, or ends with an error and changes nothing
do $$
declare
  wrong text;
begin
  select string_agg(distinct payment_id || ' at ' || client, ', ') into wrong
    from myaccount_core.payment_event
    where status in ('partlyRefunded', 'refunded') and reason <> '' and reason !~ '^[0-9]{1,10}[.][0-9]{2}$';
  if wrong is not null then
    raise exception 'The total of a refund is unreadable in the events of these payments: %. Correct the reasons, and migrate again.', wrong;
  end if;

  update myaccount_core.payment_event set refunded_total = reason::numeric
    where refunded_total is null and reason ~ '^[0-9]{1,10}[.][0-9]{2}$';

  select string_agg(p.id || ' at ' || p.client || ': ' || p.refunded || ' and ' || coalesce(last.total, 0), ', ') into wrong
    from myaccount_core.payment p
    left join (
      select distinct on (client, payment_id) client, payment_id, refunded_total as total
      from myaccount_core.refund_event order by client, payment_id, number desc) last
    on last.client = p.client and last.payment_id = p.id
    where p.refunded <> coalesce(last.total, 0);
  if wrong is not null then
    raise exception 'The refunds of these payments differ from the last total in their events: %. Correct them, and migrate again.', wrong;
  end if;
end $$;
