-- Until when the product is covered once this bill and all earlier ones are paid, as the source system stated it; otherwise null.
alter table policy_admin.bill add column covered_once_paid date;
