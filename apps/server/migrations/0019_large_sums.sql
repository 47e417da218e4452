-- Sums of money leave 64 bits long before the entries do that they are made of: an organization's sums would then stay as
-- they are, and its deltas would pile up.
alter table time_sums
  alter column amount_minor type numeric,
  alter column cost_minor type numeric,
  alter column billable_cost_minor type numeric;
