-- The bills that auto pay does not charge, because the person skipped the debit. They stay due. The
-- date names the bill, because a load opens a new book, and because the bill may not be issued yet.
create table policy_admin.skipped_charge (
  client text not null,
  policy_number text not null,
  due_date date not null,
  primary key (client, policy_number, due_date)
);

-- The bills of a book that a payment settles first, because it was made for them.
create table policy_admin.payment_bills (
  client text not null,
  policy_number text not null,
  book uuid not null,
  payment_id uuid not null,
  bill_numbers integer[] not null,
  primary key (client, policy_number, book, payment_id)
);
create trigger append_only before update or delete on policy_admin.payment_bills
  for each row execute function audit.refuse();

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
      'skippedDueDates', (
        select coalesce(json_agg(k.due_date order by k.due_date), '[]')
        from policy_admin.skipped_charge k
        where k.client = y.client and k.policy_number = y.policy_number
          and k.due_date >= coalesce(a.due_date, k.due_date)),
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
