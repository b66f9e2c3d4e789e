-- An account system of our own, with names of its own.
create table customer (
  company text, customer_no text, member_no text not null,
  given_name text not null, family_name text not null, born date not null,
  email text not null, phone text not null,
  street text[] not null, city text not null, state text not null, zip text not null,
  wants_email boolean not null, revision integer not null default 1,
  primary key (company, customer_no)
);
create table contract (
  company text, contract_no text, customer_no text not null,
  title text not null, status text not null, coverage text not null, since date not null,
  sum_insured numeric(12, 2) not null, yearly numeric(12, 2) not null,
  pays_with text, pays_with_label text not null default '', skipped date[] not null default '{}',
  primary key (company, contract_no),
  foreign key (company, customer_no) references customer
);
create table invoice (
  company text, contract_no text, invoice_no integer,
  starts date not null, ends date not null, due date not null, total numeric(12, 2) not null,
  primary key (company, contract_no, invoice_no),
  foreign key (company, contract_no) references contract
);
create table filed_document (
  company text, file_no text, contract_no text not null,
  category text not null, form text not null, title text not null, made date not null,
  primary key (company, file_no),
  foreign key (company, contract_no) references contract
);
-- What the portal told us. A contract may be gone, so there is no reference.
create table receipt (
  arrival bigint generated always as identity,
  company text, kind text, receipt_no text,
  contract_no text not null, lot text not null, cents bigint not null, day date not null,
  invoice_nos integer[] not null, reopens boolean not null, note text not null,
  primary key (company, kind, receipt_no)
);
