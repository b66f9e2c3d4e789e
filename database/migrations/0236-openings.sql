-- The next period is billed from `billed_from` if that is later than the last bill: a balance can say
-- until when the account system before this one has billed, and a product that is active again is
-- billed from that day.
-- wider: the columns are as they were; only the due date of such a product is later
create or replace view policy_admin.balance as
select b.client, b.policy_number, b.kind, b.frequency_code, b.has_billing_fee,
  b.payment_method_record_id, b.payment_method_label, b.amount_paid_before, b.paid_through,
  b.amount_due_special_character, b.show_amount_breakdown, b.disclaimer, b.pay_now_blocked,
  b.change_blocked, b.billing_day, b.book, b.billed_from,
  policy_admin.cents(b.amount_paid_before) + a.paid as amount_paid,
  coalesce(a.first_due, case when a.bills = 0 then b.billed_from
    when a.last_to is not null then greatest(a.last_to + 1, b.billed_from) end) as due_date,
  a.amount_due, a.open - a.amount_due as past_due_amount, a.adjustment,
  a.credit + a.unapplied as billing_credit, a.already_paid, a.open_amounts
from policy_admin.billing b, lateral (
  select count(*) filter (where stands) as bills,
    min(due_date) filter (where stands and owed > 0) as first_due,
    (array_agg(period_to order by number desc) filter (where stands))[1] as last_to,
    coalesce((array_agg(case when owed > 0 then cost end order by number desc)
      filter (where stands))[1], 0) as amount_due,
    coalesce(sum(cost) filter (where stands and owed > 0), 0)::bigint as open,
    -coalesce(sum(adjustment) filter (where stands and owed > 0), 0)::bigint as adjustment,
    coalesce(sum(credit + settled) filter (where stands and owed > 0), 0)::bigint as credit,
    coalesce(sum(settled) filter (where number is null), 0)::bigint as unapplied,
    coalesce(sum(own) filter (where number is null or (stands and owed > 0)), 0)::bigint
      as already_paid,
    coalesce(json_agg(json_build_object('dueDate', due_date, 'cost', cost, 'owed', owed)
      order by number) filter (where stands and owed > 0), '[]') as open_amounts,
    coalesce(sum(paid), 0)::bigint as paid
  from (
    select number, max(period_to) as period_to, max(due_date) as due_date, max(cost) as cost,
      max(adjustment) as adjustment, max(credit) as credit,
      coalesce(sum(settled), 0)::bigint as settled, sum(paid)::bigint as paid,
      sum(own)::bigint as own, not bool_or(is_replaced) and count(cost) = 1 as stands,
      max(cost) + max(adjustment) - max(credit) - coalesce(sum(settled), 0)::bigint as owed
    from (
      select number, period_to, due_date, premium + fee as cost, adjustment, credit,
        null::bigint as settled, null::bigint as paid, null::bigint as own, false as is_replaced
      from policy_admin.bill o
      where o.client = b.client and o.policy_number = b.policy_number and o.book = b.book
      union all
      select r.replaces, null, null, null, null, null, null, null, null, true
      from policy_admin.bill r
      where r.client = b.client and r.policy_number = b.policy_number and r.book = b.book
        and r.replaces is not null
      union all
      select e.bill_number, null, null, null, null, null, e.amount,
        case when e.kind in ('payment', 'return', 'refund') then e.amount end,
        case when bool_or(e.kind = 'payment') over (partition by e.lot) then e.amount end, false
      from policy_admin.entry e
      where e.client = b.client and e.policy_number = b.policy_number and e.book = b.book) line
    group by number) bill) a;

-- What the last loaded balance stated, and not only its dates and sums; null if it did not.
alter table policy_admin.billing
  add column stated_billing_day smallint,
  add column stated_billed_through date;
