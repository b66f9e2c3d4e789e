-- The embedded account system: people, what they hold, and what they owe. It stands alone, as
-- the system of record it takes the place of does: nothing here refers to another schema.
create schema policy_admin;

-- Amounts leave as integer cents, which JSON carries exactly.
create function policy_admin.cents(dollars numeric) returns bigint
  language sql immutable parallel safe
  return (dollars * 100)::bigint;

create table policy_admin.person (
  client text not null,
  account_number text not null,
  person_number text not null,
  first_name text not null,
  last_name text not null,
  date_of_birth date not null,
  email_address text not null,
  phone_number text not null,
  address_line1 text not null,
  address_line2 text not null,
  address_line3 text not null,
  city_name text not null,
  state_code text not null,
  zip_code text not null,
  is_email_subscribed boolean not null,
  -- Of the record that this person was loaded from: loading the same record again leaves the
  -- person alone, with everything that was changed since.
  record_hash text not null,
  primary key (client, account_number)
);

create table policy_admin.policy (
  client text not null,
  policy_number text not null,
  account_number text not null,
  -- The order in which the account system lists a person's products.
  position integer not null,
  product_desc text not null,
  product_family text not null,
  active boolean not null,
  policy_status text not null,
  is_insurance_product boolean not null,
  is_cancer_or_hip_or_hap boolean not null,
  coverage_type text not null,
  coverage_effective_date date,
  benefit_amount numeric(12, 2) not null,
  owner text not null,
  annual_premium numeric(12, 2) not null,
  annual_premium_special_character text not null,
  suppress_payment_due_date boolean not null,
  payment_due_date_label text not null,
  message text not null,
  primary key (client, policy_number),
  foreign key (client, account_number) references policy_admin.person on delete cascade
);
create index policy_of_person on policy_admin.policy (client, account_number, position);

-- Apart from the policy, because it changes with every bill and payment.
create table policy_admin.billing (
  client text not null,
  policy_number text not null,
  kind text not null check (kind in ('direct', 'combined', 'no-cost')),
  frequency_code text not null,
  has_billing_fee boolean not null,
  payment_method_record_id text,
  payment_method_label text not null,
  amount_paid numeric(12, 2) not null,
  paid_through date,
  due_date date,
  amount_due numeric(12, 2) not null,
  amount_due_special_character text not null,
  past_due_amount numeric(12, 2) not null,
  adjustment numeric(12, 2) not null,
  billing_credit numeric(12, 2) not null,
  show_amount_breakdown boolean not null,
  disclaimer text not null,
  pay_now_blocked text not null,
  change_blocked text not null,
  primary key (client, policy_number),
  foreign key (client, policy_number) references policy_admin.policy on delete cascade
);

create table policy_admin.frequency (
  client text not null,
  policy_number text not null,
  position integer not null,
  code text not null,
  label text not null,
  amount numeric(12, 2) not null,
  fee numeric(12, 2) not null,
  primary key (client, policy_number, position),
  foreign key (client, policy_number) references policy_admin.policy on delete cascade
);

create table policy_admin.rider (
  client text not null,
  policy_number text not null,
  position integer not null,
  product_desc text not null,
  policy_status text not null,
  coverage_effective_date date,
  benefit_amount numeric(12, 2) not null,
  annual_premium numeric(12, 2) not null,
  primary key (client, policy_number, position),
  foreign key (client, policy_number) references policy_admin.policy on delete cascade
);

create table policy_admin.additional_insured (
  client text not null,
  policy_number text not null,
  position integer not null,
  full_name text not null,
  relationship text not null,
  primary key (client, policy_number, position),
  foreign key (client, policy_number) references policy_admin.policy on delete cascade
);

create table policy_admin.document (
  client text not null,
  policy_number text not null,
  document_id text not null,
  document_source text not null,
  document_category text not null,
  -- A letter to the person, as opposed to a paper of the product itself.
  is_correspondence boolean not null,
  document_type_id text not null,
  document_name text not null,
  document_created_date date not null,
  primary key (client, policy_number, document_id, document_source, document_category),
  foreign key (client, policy_number) references policy_admin.policy on delete cascade
);
