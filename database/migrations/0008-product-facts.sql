-- A product with its billing as the account system tells it: one shape for a whole account and
-- for one product, each in one statement.
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
      'amountPaid', policy_admin.cents(b.amount_paid),
      'paidThrough', b.paid_through,
      'dueDate', b.due_date,
      'amountDue', policy_admin.cents(b.amount_due),
      'amountDueSpecialCharacter', b.amount_due_special_character,
      'pastDueAmount', policy_admin.cents(b.past_due_amount),
      'adjustment', policy_admin.cents(b.adjustment),
      'billingCredit', policy_admin.cents(b.billing_credit),
      'showAmountBreakdown', b.show_amount_breakdown,
      'disclaimer', b.disclaimer,
      'payNowBlocked', b.pay_now_blocked,
      'changeBlocked', b.change_blocked)) as facts
from policy_admin.policy y
join policy_admin.billing b using (client, policy_number);
