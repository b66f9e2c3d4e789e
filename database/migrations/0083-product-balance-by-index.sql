-- The balance of a product is calculated from a few pages of two indexes, however long its history
-- is. Rows of one product are far apart in the tables, because they are written month by month.
alter table policy_admin.bill drop constraint bill_pkey,
  add primary key (client, policy_number, book, number)
    include (due_date, period_to, premium, fee, adjustment, credit);
drop index policy_admin.entry_of_bill;
create index entry_of_bill on policy_admin.entry (client, policy_number, book, bill_number)
  include (amount, kind);

-- The bills of the present books that no other bill replaces, with what is settled and what is owed.
-- One pass over the lines of a book: its bills, the numbers of replaced bills, its entries.
create or replace view policy_admin.standing_bill as
select b.client, b.policy_number, b.book, l.number, l.replaces, l.issued_on, l.period_from,
  l.period_to, l.due_date, l.frequency_code, l.premium, l.fee, l.adjustment, l.credit,
  l.covered_until, l.settled, l.premium + l.fee + l.adjustment - l.credit - l.settled as owed
from policy_admin.billing b, lateral (
  select number, max(replaces) as replaces, max(issued_on) as issued_on,
    max(period_from) as period_from, max(period_to) as period_to, max(due_date) as due_date,
    max(frequency_code) as frequency_code, max(premium) as premium, max(fee) as fee,
    max(adjustment) as adjustment, max(credit) as credit, max(covered_until) as covered_until,
    coalesce(sum(settled), 0)::bigint as settled
  from (
    select number, replaces, issued_on, period_from, period_to, due_date, frequency_code, premium,
      fee, adjustment, credit, covered_until, null::bigint as settled, false as is_replaced
    from policy_admin.bill o
    where o.client = b.client and o.policy_number = b.policy_number and o.book = b.book
    union all
    select r.replaces, null, null, null, null, null, null, null, null, null, null, null, null, true
    from policy_admin.bill r
    where r.client = b.client and r.policy_number = b.policy_number and r.book = b.book
      and r.replaces is not null
    union all
    select e.bill_number, null, null, null, null, null, null, null, null, null, null, null,
      e.amount, false
    from policy_admin.entry e
    where e.client = b.client and e.policy_number = b.policy_number and e.book = b.book
      and e.bill_number is not null) line
  group by number
  having not bool_or(is_replaced) and count(premium) = 1) l;
