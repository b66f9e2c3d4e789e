-- The due date of the last bill that the embedded account system has issued by itself: each period
-- is billed once.
alter table policy_admin.billing add column billed_until date;

-- What the daily billing run looks for.
create index billing_by_due_date on policy_admin.billing (due_date, client, policy_number)
  where kind = 'direct';
