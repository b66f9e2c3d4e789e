-- The coverage of a product: the latest of what the source system stated with the product and with its paid bills, of those before
-- the oldest open one. A grace period counts only as long as the date that was stated with it; otherwise until the oldest open bill
-- ends the coverage. Nothing is calculated from a due date or a period.
-- wider: earlier servers ignore the fields that they do not know
create or replace view policy_admin.product_facts as
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
    'coveredUntil', c.covered_until,
    'graceUntil', coalesce(
      case when c.covered_until = y.covered_until then y.grace_until end,
      case when c.while_open > c.covered_until then c.while_open end),
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
      'amountPaid', b.amount_paid,
      'paidThrough', b.paid_through,
      'skippedDueDates', (
        select coalesce(json_agg(k.due_date order by k.due_date), '[]')
        from policy_admin.skipped_charge k
        where k.client = y.client and k.policy_number = y.policy_number
          and k.due_date >= coalesce(b.due_date, k.due_date)),
      'dueDate', b.due_date,
      'amountDue', b.amount_due,
      'amountDueSpecialCharacter', b.amount_due_special_character,
      'pastDueAmount', b.past_due_amount,
      'adjustment', b.adjustment,
      'billingCredit', b.billing_credit,
      'alreadyPaid', b.already_paid,
      'openAmounts', b.open_amounts,
      'showAmountBreakdown', b.show_amount_breakdown,
      'disclaimer', b.disclaimer,
      'payNowBlocked', b.pay_now_blocked,
      'changeBlocked', b.change_blocked)) as facts,
  y.active
from policy_admin.policy y
join policy_admin.balance b on b.client = y.client and b.policy_number = y.policy_number
cross join lateral (
  select greatest(y.covered_until,
      max(o.covered_once_paid) filter (where n.oldest is null or o.due_date < n.oldest))
      as covered_until,
    max(o.covered_until) filter (where o.due_date = n.oldest) as while_open
  from (select (b.open_amounts -> 0 ->> 'dueDate')::date as oldest) n
  left join policy_admin.bill o on o.client = y.client and o.policy_number = y.policy_number
    and o.book = b.book and (o.covered_until is not null or o.covered_once_paid is not null)
  group by n.oldest) c;

-- wider: the new column is the last one, and earlier servers do not read it
create or replace view policy_admin.standing_bill as
select b.client, b.policy_number, b.book, l.number, l.replaces, l.issued_on, l.period_from,
  l.period_to, l.due_date, l.frequency_code, l.premium, l.fee, l.adjustment, l.credit,
  l.covered_until, l.settled, l.premium + l.fee + l.adjustment - l.credit - l.settled as owed,
  l.covered_once_paid
from policy_admin.billing b, lateral (
  select number, max(replaces) as replaces, max(issued_on) as issued_on,
    max(period_from) as period_from, max(period_to) as period_to, max(due_date) as due_date,
    max(frequency_code) as frequency_code, max(premium) as premium, max(fee) as fee,
    max(adjustment) as adjustment, max(credit) as credit, max(covered_until) as covered_until,
    max(covered_once_paid) as covered_once_paid,
    coalesce(sum(settled), 0)::bigint as settled
  from (
    select number, replaces, issued_on, period_from, period_to, due_date, frequency_code, premium,
      fee, adjustment, credit, covered_until, covered_once_paid, null::bigint as settled,
      false as is_replaced
    from policy_admin.bill o
    where o.client = b.client and o.policy_number = b.policy_number and o.book = b.book
    union all
    select r.replaces, null, null, null, null, null, null, null, null, null, null, null, null, null,
      true
    from policy_admin.bill r
    where r.client = b.client and r.policy_number = b.policy_number and r.book = b.book
      and r.replaces is not null
    union all
    select e.bill_number, null, null, null, null, null, null, null, null, null, null, null, null,
      e.amount, false
    from policy_admin.entry e
    where e.client = b.client and e.policy_number = b.policy_number and e.book = b.book
      and e.bill_number is not null) line
  group by number
  having not bool_or(is_replaced) and count(premium) = 1) l;
