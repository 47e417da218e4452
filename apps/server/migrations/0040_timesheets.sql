-- approvals: the periods that members hand in, as the API names them, such as {"period": "month", ...}; null if none.
-- has_timesheets: whether approvals were ever on, so that there may be closed timesheets.
alter table organizations
  add column approvals jsonb constraint organizations_approvals_check check (jsonb_typeof(approvals) = 'object'),
  add column has_timesheets boolean not null default false,
  add constraint organizations_timesheets_check check (approvals is null or has_timesheets);

-- One member's week or month, stored from its first transition on. A closed one (submitted, approved) keeps starts_at and
-- ends_at, and the entries in between are locked.
create table timesheets (
  org_id text collate "C" not null constraint timesheets_organization_fkey references organizations (id),
  -- the member, the kind and the first day in one value
  id text collate "C" not null,
  user_id text collate "C" not null,
  period text not null check (period in ('week', 'month')),
  period_start date not null,
  period_end date not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  time_zone text not null,
  status text not null check (status in ('open', 'submitted', 'approved', 'rejected')),
  -- the approvals so far
  revision integer not null default 0,
  submitted_at timestamptz(3),
  submitted_by text collate "C",
  decided_at timestamptz(3),
  decided_by text collate "C",
  note text,
  -- of the last approval, also after a reopening
  statement_hash text,
  -- the figures at the last transition; those of a closed one cannot change afterwards
  seconds bigint not null,
  billable_seconds bigint not null,
  entries integer not null,
  amount_minor bigint not null,
  breaks integer not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, id),
  constraint timesheets_member_fkey foreign key (org_id, user_id) references members (org_id, user_id),
  constraint timesheets_span_check check (starts_at < ends_at and period_start <= period_end)
);
create index timesheets_closed_idx on timesheets (org_id, user_id, starts_at) where status in ('submitted', 'approved');
create index timesheets_period_idx on timesheets (org_id, period_start, user_id);

-- What was approved, never changed or removed. statement is what its hash covers; amounts what amountsHash covers.
create table timesheet_statements (
  org_id text collate "C" not null constraint timesheet_statements_organization_fkey references organizations (id),
  timesheet_id text collate "C" not null,
  revision integer not null,
  hash text not null,
  statement json not null,
  amounts json not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, timesheet_id, revision),
  constraint timesheet_statements_timesheet_fkey foreign key (org_id, timesheet_id) references timesheets (org_id, id)
);

-- The billing batch that billed the entry, which locks it.
alter table time_entries add column billing_batch_id text collate "C";

-- Replaces hold_and_read_entry_rules. Where there may be timesheets, also locks the time of members, shared, so that none of
-- their timesheets is submitted meanwhile: of those who own the given entries, and of the given ones. Returns who they are.
-- They are locked in the order of their ids, as a submission does.
create function open_entry_writes(org text, entries text[], users text[]) returns jsonb language plpgsql volatile as $$
declare
  found record;
  held text[] := '{}';
  member text;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('entry_rules ' || org, 0));
  select entry_rules, time_zone, has_timesheets into found from organizations where id = org;
  if found.has_timesheets then
    held := array(select unnest(users) union select user_id from time_entries where org_id = org and id = any(entries) order by 1);
    foreach member in array held loop
      perform pg_advisory_xact_lock_shared(hashtextextended('timesheets of ' || org || ' ' || member, 0));
    end loop;
  elsif found.entry_rules is null then
    return null;
  end if;
  return coalesce(found.entry_rules, '{}') || jsonb_build_object('timeZone', found.time_zone)
         || case when found.has_timesheets then jsonb_build_object('heldMembers', held) else '{}' end;
end $$;
drop function hold_and_read_entry_rules(text);

-- For transactions that write entries of any members: no timesheet of the organization is submitted meanwhile.
create function hold_timesheets(org text) returns void language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('timesheets ' || org, 0));
end $$;

-- For submissions: waits for writes of these members' entries and blocks new ones, but no other member's. It does not wait
-- for long, because others wait behind it.
create function close_timesheets(org text, users text[]) returns void language plpgsql volatile set lock_timeout = '2s' as $$
declare
  member text;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('entry_rules ' || org, 0));
  perform pg_advisory_xact_lock(hashtextextended('timesheets ' || org, 0));
  foreach member in array array(select distinct unnest(users) order by 1) loop
    perform pg_advisory_xact_lock(hashtextextended('timesheets of ' || org || ' ' || member, 0));
  end loop;
end $$;
