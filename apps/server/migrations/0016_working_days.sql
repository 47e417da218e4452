-- The days of the week on which an organization works: forecasts of budgets count them.
alter table organizations
  add column working_days text[] not null default '{monday,tuesday,wednesday,thursday,friday}'
    constraint organizations_working_days_check check (
      cardinality(working_days) between 1 and 7
      and working_days <@ '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]);
