-- Entries before lock_date are read-only; locked_before is its first instant in the organization's time zone, kept
-- beside it so that no statement depends on the server's own time zone data.
-- rules_version counts the changes of what entries are written under: see hold_entry_rules.
alter table organizations
  add column lock_date date,
  add column locked_before timestamptz(3),
  add column rules_version bigint not null default 1,
  add constraint organizations_lock_check check ((lock_date is null) = (locked_before is null));

-- What entries are written under (lock date, budgets, time zone) must not change while one is being written. A write
-- holds the rules, shared, to its end; a change of them waits for all writes under way. A function of its own sees what
-- was committed while it waited, which the rest of its statement does not: a statement whose own snapshot shows another
-- version has to be run again.
create function hold_entry_rules(org text) returns bigint language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('entry_rules ' || org, 0));
  return (select rules_version from organizations where id = org);
end $$;

-- Whoever writes meanwhile waits behind it, so it does not wait for long.
create function change_entry_rules(org text) returns void language plpgsql volatile set lock_timeout = '2s' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('entry_rules ' || org, 0));
  update organizations set rules_version = rules_version + 1 where id = org;
end $$;

create table rates (
  org_id text collate "C" not null constraint rates_organization_fkey references organizations (id),
  id text collate "C" not null,
  kind text not null check (kind in ('billable', 'cost')),
  scope text not null check (scope in ('organization', 'member', 'project', 'projectMember', 'task')),
  user_id text collate "C",
  project_id text collate "C",
  task_id text collate "C",
  -- what it applies to in one value, so that the rates of an entry are found by one index
  subject text collate "C" not null generated always as (
    case scope when 'organization' then '' when 'member' then user_id when 'project' then project_id when 'task' then task_id
               else project_id || '/' || user_id end) stored,
  -- for an hour
  rate_minor bigint not null check (rate_minor between 0 and 10000000000),
  effective_from date not null,
  -- the first instant of effective_from in the organization's time zone
  effective_at timestamptz(3) not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, id),
  constraint rates_subject_key unique (org_id, kind, subject, effective_from),
  constraint rates_member_fkey foreign key (org_id, user_id) references members (org_id, user_id),
  constraint rates_project_fkey foreign key (org_id, project_id) references projects (org_id, id) on delete cascade,
  constraint rates_task_fkey foreign key (org_id, task_id) references tasks (org_id, id) on delete cascade,
  check ((user_id is not null) = (scope in ('member', 'projectMember'))),
  check ((project_id is not null) = (scope in ('project', 'projectMember'))),
  check ((task_id is not null) = (scope = 'task'))
);
create index rates_created_idx on rates (org_id, created_at desc, id desc);
create index rates_member_idx on rates (org_id, user_id) where user_id is not null;
create index rates_project_idx on rates (org_id, project_id) where project_id is not null;
create index rates_task_idx on rates (org_id, task_id) where task_id is not null;

-- The rates and amounts that an entry got when it was written; only repricing gives it others.
alter table time_entries
  add column rate_minor bigint not null default 0,
  add column rate_source text not null default 'none'
    check (rate_source in ('projectMember', 'task', 'project', 'member', 'organization', 'none')),
  add column amount_minor bigint not null default 0,
  add column cost_rate_minor bigint not null default 0,
  add column cost_minor bigint not null default 0;

-- As the API shows it, checked by its schema.
alter table projects add column budget jsonb;

-- Which thresholds of a budget are reached in one of its periods, so that each is told once; a row appears with the
-- first. A budget for all time without a first day has the period 1970-01-01.
create table budget_periods (
  org_id text collate "C" not null,
  project_id text collate "C" not null,
  period_start date not null,
  reached_percents integer[] not null,
  exceeded boolean not null,
  primary key (org_id, project_id, period_start),
  constraint budget_periods_project_fkey foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);

-- Sums of time entries by whole periods in UTC (docs/decisions/0007). A cube groups by some of the keys; the others are
-- ''. Each measure of all entries stands beside the same of the billable ones.
create table time_sums (
  org_id text collate "C" not null,
  cube text collate "C" not null,
  level text collate "C" not null,
  starts_at timestamptz(3) not null,
  project_id text collate "C" not null,
  user_id text collate "C" not null,
  task_id text collate "C" not null,
  tag_key text collate "C" not null,
  entries bigint not null,
  seconds bigint not null,
  cost_minor bigint not null,
  billable_entries bigint not null,
  billable_duration_seconds bigint not null,
  billable_cost_minor bigint not null,
  billable_seconds bigint not null,
  amount_minor bigint not null,
  unrated_seconds bigint not null,
  primary key (org_id, cube, level, starts_at, project_id, user_id, task_id, tag_key)
) with (fillfactor = 80);

-- What was written since the sums were last brought up to date: with sign -1 as an entry was, with 1 as it is. Sums and
-- deltas together are exact in every snapshot.
create table time_sum_deltas (
  org_id text collate "C" not null,
  id bigint generated always as identity,
  sign smallint not null check (sign in (-1, 1)),
  started_at timestamptz(3) not null,
  project_id text collate "C" not null,
  user_id text collate "C" not null,
  task_id text collate "C" not null,
  -- null instead of empty: most entries have none
  tags text[],
  tag_keys text[],
  billable boolean not null,
  duration_seconds integer not null,
  billable_seconds integer not null,
  rate_source text not null,
  amount_minor bigint not null,
  cost_minor bigint not null,
  primary key (org_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- How a tag is spelt, for reports.
create table tag_names (
  org_id text collate "C" not null,
  tag_key text collate "C" not null,
  name text not null,
  primary key (org_id, tag_key)
);

insert into time_sum_deltas (org_id, sign, started_at, project_id, user_id, task_id, tags, tag_keys, billable, duration_seconds,
                             billable_seconds, rate_source, amount_minor, cost_minor)
select org_id, 1, started_at, project_id, user_id, task_id, case when tags <> '{}' then tags end, case when tags <> '{}' then tag_keys end,
       billable, duration_seconds, billable_seconds, rate_source, amount_minor, cost_minor
  from time_entries
 where deleted_at is null;
