-- Which cost rate an entry got, as rate_source tells of the billing rate: without one its costs are not known.
alter table time_entries
  add column cost_rate_source text not null default 'none'
    check (cost_rate_source in ('projectMember', 'task', 'project', 'member', 'organization', 'none'));

-- Entries that were priced before: the most special rate of the kept height that was in effect. Where the rate was
-- deleted since, the organization's stands for it.
update time_entries e
   set cost_rate_source = coalesce((
         select r.scope from rates r
          where r.org_id = e.org_id and r.kind = 'cost' and r.rate_minor = e.cost_rate_minor
            and r.subject in ('', e.user_id, e.project_id, e.task_id, e.project_id || '/' || e.user_id)
            and r.effective_at <= e.started_at and r.created_at <= e.updated_at
          order by array_position('{projectMember,task,project,member,organization}', r.scope), r.effective_from desc
          limit 1), case when e.cost_rate_minor = 0 then 'none' else 'organization' end)
 where e.purged_at is null
   and (e.cost_rate_minor <> 0 or exists (select 1 from rates r where r.org_id = e.org_id and r.kind = 'cost'));

-- What sums are made of besides: the time that has a cost rate, and what rounding each entry's amount left out, in
-- 1/3600 of a minor unit (rate × seconds less 3600 × amount).
alter table time_sums
  add column costed_seconds bigint not null default 0,
  add column billable_costed_seconds bigint not null default 0,
  add column amount_rest bigint not null default 0;
alter table time_sum_deltas
  add column rate_minor bigint not null default 0,
  add column cost_rate_source text not null default 'none';

-- Both are 0 wherever nothing was priced. The sums of the others are made anew, behind the start.
create temporary table priced on commit drop as
  select distinct org_id from time_entries where rate_minor <> 0 or cost_rate_source <> 'none'
   union select distinct org_id from time_sum_deltas where amount_minor <> 0 or cost_minor <> 0;
delete from time_sums where org_id in (select org_id from priced);
delete from time_sum_deltas where org_id in (select org_id from priced);
insert into time_sum_deltas (org_id, sign, started_at, project_id, user_id, task_id, tags, tag_keys, billable, duration_seconds,
                             billable_seconds, rate_minor, rate_source, amount_minor, cost_rate_source, cost_minor)
select org_id, 1, started_at, project_id, user_id, task_id, case when tags <> '{}' then tags end, case when tags <> '{}' then tag_keys end,
       billable, duration_seconds, billable_seconds, rate_minor, rate_source, amount_minor, cost_rate_source, cost_minor
  from time_entries
 where deleted_at is null and org_id in (select org_id from priced);
