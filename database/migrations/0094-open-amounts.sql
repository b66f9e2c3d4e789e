-- The open amounts of a product by due date, so that only bills whose due date has passed are called
-- past due, and the part of its credit that the person's own payments make up.
drop view policy_admin.product_facts;
drop view policy_admin.balance;

-- Billing, and the figures of a product that the screens show. The last bill that no other bill
-- replaces is the one of the current period.
create view policy_admin.balance as
select b.*, policy_admin.cents(b.amount_paid_before) + a.paid as amount_paid,
  coalesce(a.first_due, case when a.bills > 0 then a.last_to + 1 else b.billed_from end) as due_date,
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
      'changeBlocked', b.change_blocked)) as facts
from policy_admin.policy y
join policy_admin.balance b on b.client = y.client and b.policy_number = y.policy_number;
