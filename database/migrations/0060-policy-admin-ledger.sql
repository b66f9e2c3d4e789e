-- The bills and entries of the embedded account system. What is owed is the sum of them and is not
-- stored. Rows are only added. Amounts are integer cents.

-- Each load of a product opens a book. An earlier book stays as it was.
create table policy_admin.bill (
  client text not null,
  policy_number text not null,
  book uuid not null,
  -- From 1 in each book.
  number integer not null,
  -- The bill for the same period that this one replaces.
  replaces integer,
  issued_on date not null,
  period_from date not null,
  -- Null when the length of the period is unknown.
  period_to date,
  due_date date not null,
  frequency_code text not null,
  premium bigint not null,
  fee bigint not null,
  adjustment bigint not null,
  credit bigint not null check (credit >= 0),
  -- Until when the product is covered while this bill is open; null when that is not known.
  covered_until date,
  check (premium + fee + adjustment - credit >= 0),
  primary key (client, policy_number, book, number)
);
create unique index bill_is_replaced_once on policy_admin.bill (client, policy_number, book, replaces)
  where replaces is not null;

create table policy_admin.entry (
  client text not null,
  policy_number text not null,
  book uuid not null,
  -- From 1 in each book.
  number integer not null,
  kind text not null check (kind in
    ('opening', 'payment', 'credit', 'writeOff', 'return', 'refund', 'application')),
  -- The payment or credit whose money it is.
  lot text not null,
  -- The payment, credit, reversal or bill that caused the entry.
  cause text not null,
  -- Null for money that is not applied to a bill.
  bill_number integer,
  amount bigint not null check (amount <> 0),
  posted_on date not null,
  primary key (client, policy_number, book, number)
);
create index entry_of_bill on policy_admin.entry (client, policy_number, book, bill_number)
  include (amount);

-- Returns and refunds. One that arrives before its payment waits here.
create table policy_admin.reversal (
  client text not null,
  kind text not null check (kind in ('return', 'refund')),
  reversal_id text not null,
  payment_id text not null,
  amount bigint not null check (amount > 0 or kind = 'return'),
  reversed_on date not null,
  reopens boolean not null,
  primary key (client, kind, reversal_id)
);
create index reversal_of_payment on policy_admin.reversal (client, payment_id);

alter table policy_admin.billing
  add column book uuid not null default gen_random_uuid(),
  -- First day of the first period that the book bills; null when unknown.
  add column billed_from date;
alter table policy_admin.billing rename column amount_paid to amount_paid_before;

-- The balances of before, as bills and entries. Each payment that can still be returned settled a
-- bill of its own, due when the payment's amount was due.
insert into policy_admin.bill
select client, policy_number, book, row_number() over (
    partition by client, policy_number order by coalesce(p.due_date, paid_on), paid_on, payment_id),
  null, coalesce(p.due_date, paid_on), coalesce(p.due_date, paid_on),
  case when b.due_date > coalesce(p.due_date, paid_on) then b.due_date - 1 end,
  coalesce(p.due_date, paid_on), frequency_code, policy_admin.cents(amount), 0, 0, 0, null
from policy_admin.payment p join policy_admin.billing b using (client, policy_number)
where returned_on is null;

insert into policy_admin.entry
select client, policy_number, book, row_number() over (
    partition by client, policy_number order by coalesce(p.due_date, paid_on), paid_on, payment_id),
  'payment', payment_id::text, payment_id::text, row_number() over (
    partition by client, policy_number order by coalesce(p.due_date, paid_on), paid_on, payment_id),
  policy_admin.cents(amount), coalesce(p.due_date, paid_on)
from policy_admin.payment p join policy_admin.billing using (client, policy_number)
where returned_on is null;

create temporary table opening on commit drop as
select client, policy_number, book, frequency_code, day, past, due, due_date as first_due,
  case when past > 0 then coalesce(next_date, due_date) else due_date end as current_due,
  months, greatest(-adjusted, -due) as adjustment,
  least(credit, due + greatest(-adjusted, -due)) as credit,
  greatest(-adjusted, -due) + adjusted + credit
    - least(credit, due + greatest(-adjusted, -due)) as unapplied,
  before, greatest(coalesce(due_date - 30, '1970-01-01'), last_due + 1) as opened_on
from (
  select b.*, (due_month + make_interval(days => least(day, extract(day from
      due_month + interval '1 month' - interval '1 day')::integer) - 1))::date as next_date
  from (
    select b.*, policy_admin.cents(past_due_amount) as past, policy_admin.cents(amount_due) as due,
      policy_admin.cents(b.adjustment) as adjusted, policy_admin.cents(billing_credit) as credit,
      coalesce(billing_day, extract(day from due_date))::integer as day, months,
      date_trunc('month', due_date::timestamp) + make_interval(months => months) as due_month
    from policy_admin.billing b
    left join (values ('M', 1), ('Q', 3), ('S', 6), ('A', 12)) length (code, months)
      on code = frequency_code
  ) b
) o, lateral (
  select count(*)::integer as before, max(l.due_date) as last_due from policy_admin.bill l
  where l.client = o.client and l.policy_number = o.policy_number and l.book = o.book) earlier;

create function policy_admin.period_end(start date, months integer, day integer) returns date
  language sql immutable
  return (date_trunc('month', start::timestamp) + make_interval(months => months,
    days => least(day, extract(day from date_trunc('month', start::timestamp)
      + make_interval(months => months + 1) - interval '1 day')::integer) - 2))::date;

insert into policy_admin.bill
select client, policy_number, book, before + 1, null, opened_on, first_due,
  policy_admin.period_end(first_due, months, day), first_due, frequency_code, past, 0, 0, 0, null
from opening where past > 0 and first_due is not null;

insert into policy_admin.bill
select client, policy_number, book, before + case when past > 0 then 2 else 1 end, null,
  opened_on, current_due, policy_admin.period_end(current_due, months, day), current_due,
  frequency_code, due, 0, adjustment, opening.credit, null
from opening where (past > 0 or due > 0 or adjustment <> 0) and current_due is not null;

insert into policy_admin.entry
select client, policy_number, book, before + row_number() over (
    partition by client, policy_number order by place), 'opening', 'opening', 'opening',
  case when place = 1 and past > 0 then before + 1 end, amount,
  opened_on
from opening, lateral (values (1, least(unapplied, past)),
  (2, unapplied - least(unapplied, past))) part (place, amount)
where amount > 0;

update policy_admin.billing b set billing_day = coalesce(billing_day, extract(day from due_date)),
  billed_from = due_date, amount_paid_before = amount_paid_before - coalesce((
    select sum(amount) from policy_admin.payment p where p.client = b.client
      and p.policy_number = b.policy_number and returned_on is null), 0);

insert into policy_admin.reversal
select client, 'return', payment_id::text, payment_id::text, policy_admin.cents(amount),
  returned_on, true
from policy_admin.payment where returned_on is not null;

drop function policy_admin.period_end;

create trigger append_only before update or delete on policy_admin.bill
  for each row execute function audit.refuse();
create trigger append_only before update or delete on policy_admin.entry
  for each row execute function audit.refuse();

drop view policy_admin.product_facts;
drop index policy_admin.billing_by_due_date;
-- The products that the daily billing run pages through.
create index billing_direct on policy_admin.billing (client, policy_number) where kind = 'direct';
create index billing_auto_pay on policy_admin.billing (client, policy_number)
  where kind = 'direct' and payment_method_record_id is not null;
alter table policy_admin.payment drop column due_date, drop column returned_on;
alter table policy_admin.billing drop column due_date, drop column amount_due,
  drop column past_due_amount, drop column adjustment, drop column billing_credit,
  drop column billed_until;

-- The bills that no other bill replaces, with what is settled and what is owed.
create view policy_admin.standing_bill as
select b.*, settled, premium + fee + adjustment - credit - settled as owed
from policy_admin.bill b, lateral (
  select coalesce(sum(e.amount), 0)::bigint as settled from policy_admin.entry e
  where e.client = b.client and e.policy_number = b.policy_number and e.book = b.book
    and e.bill_number = b.number) entries
where not exists (select from policy_admin.bill r where r.client = b.client
  and r.policy_number = b.policy_number and r.book = b.book and r.replaces = b.number);

-- The figures of a product that the screens show. The last bill is the one of the current period.
create view policy_admin.balance as
select b.client, b.policy_number,
  policy_admin.cents(b.amount_paid_before) + e.paid as amount_paid,
  coalesce(s.first_due, case when s.bills > 0 then s.last_to + 1 else b.billed_from end) as due_date,
  s.amount_due, s.open - s.amount_due as past_due_amount, s.adjustment, s.credit + e.unapplied as billing_credit
from policy_admin.billing b, lateral (
  select count(*) as bills, min(due_date) filter (where owed > 0) as first_due,
    (array_agg(period_to order by number desc))[1] as last_to,
    coalesce((array_agg(case when owed > 0 then premium + fee end order by number desc))[1], 0)
      as amount_due,
    coalesce(sum(premium + fee) filter (where owed > 0), 0)::bigint as open,
    -coalesce(sum(adjustment) filter (where owed > 0), 0)::bigint as adjustment,
    coalesce(sum(credit + settled) filter (where owed > 0), 0)::bigint as credit
  from policy_admin.standing_bill s
  where s.client = b.client and s.policy_number = b.policy_number and s.book = b.book) s, lateral (
  select coalesce(sum(amount) filter (where bill_number is null), 0)::bigint as unapplied,
    coalesce(sum(amount) filter (where kind in ('payment', 'return', 'refund')), 0)::bigint as paid
  from policy_admin.entry e
  where e.client = b.client and e.policy_number = b.policy_number and e.book = b.book) e;

create view policy_admin.product_facts as
select y.client, y.account_number, y.policy_number, y.position,
  json_build_object(
    'policyNumber', y.policy_number,
    'productDesc', y.product_desc,
    'productFamily', y.product_family,
    'active', y.active,
    'policyStatus', y.policy_status,
    'isInsuranceProduct', y.is_insurance_product,
    'isCancerOrHipOrHap', y.is_cancer_or_hip_or_hap,
    'coverageType', y.coverage_type,
    'coverageEffectiveDate', y.coverage_effective_date,
    'benefitAmount', policy_admin.cents(y.benefit_amount),
    'owner', y.owner,
    'annualPremium', policy_admin.cents(y.annual_premium),
    'annualPremiumSpecialCharacter', y.annual_premium_special_character,
    'suppressPaymentDueDate', y.suppress_payment_due_date,
    'paymentDueDateLabel', y.payment_due_date_label,
    'message', y.message,
    'billing', json_build_object(
      'kind', b.kind,
      'frequencyCode', b.frequency_code,
      'frequencies', (
        select coalesce(json_agg(json_build_object(
          'code', f.code,
          'label', f.label,
          'amount', policy_admin.cents(f.amount),
          'fee', policy_admin.cents(f.fee)) order by f.position), '[]')
        from policy_admin.frequency f
        where f.client = y.client and f.policy_number = y.policy_number),
      'hasBillingFee', b.has_billing_fee,
      'paymentMethodRecordId', b.payment_method_record_id,
      'paymentMethodLabel', b.payment_method_label,
      'amountPaid', a.amount_paid,
      'paidThrough', b.paid_through,
      'dueDate', a.due_date,
      'amountDue', a.amount_due,
      'amountDueSpecialCharacter', b.amount_due_special_character,
      'pastDueAmount', a.past_due_amount,
      'adjustment', a.adjustment,
      'billingCredit', a.billing_credit,
      'showAmountBreakdown', b.show_amount_breakdown,
      'disclaimer', b.disclaimer,
      'payNowBlocked', b.pay_now_blocked,
      'changeBlocked', b.change_blocked)) as facts
from policy_admin.policy y
join policy_admin.billing b on b.client = y.client and b.policy_number = y.policy_number
join policy_admin.balance a on a.client = y.client and a.policy_number = y.policy_number;
