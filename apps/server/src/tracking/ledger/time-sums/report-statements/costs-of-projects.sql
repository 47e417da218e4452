-- $1 = ["prj_1","prj_2"]
-- $2 = "{0,1}"
-- $3 = "{year,month,entries,month,day,entries,entries}"
-- $4 = "{-infinity,2026-01-01T00:00:00.000Z,2026-03-01T00:00:00.000Z,2026-01-01T00:00:00.000Z,2026-01-01T00:00:00.000Z,2026-01-01T12:07:00.000Z,2026-03-01T00:00:00.000Z}"
-- $5 = "{2026-01-01T00:00:00.000Z,2026-03-01T00:00:00.000Z,2026-03-01T09:00:00.000Z,2026-03-01T00:00:00.000Z,2026-01-02T00:00:00.000Z,2026-01-02T00:00:00.000Z,2026-03-01T09:00:00.000Z}"
-- $6 = "{1,1,1,1,-1,1,1}"
-- $7 = "{0,0,0,1,1,1,1}"
-- $8 = "{year,month,day}"
-- $9 = "{-infinity,2026-01-01T00:00:00.000Z,2026-01-01T00:00:00.000Z}"
-- $10 = "{2026-01-01T00:00:00.000Z,2026-03-01T00:00:00.000Z,2026-01-02T00:00:00.000Z}"
-- $11 = "{1,1,1}"
-- $12 = "{0,0,0}"
-- $13 = "org_1"
-- $14 = "project"
-- $15 = ["prj_1","prj_2"]
-- $16 = "org_1"
-- $17 = "org_1"
select
  p.project_id,
  p.bucket,
  sum(p.entries)::bigint as entries,
  sum(p.seconds)::bigint as seconds,
  sum(p.cost_minor)::bigint as cost_minor,
  sum(p.billable_entries)::bigint as billable_entries,
  sum(p.billable_duration_seconds)::bigint as billable_duration_seconds,
  sum(p.billable_cost_minor)::bigint as billable_cost_minor,
  sum(p.billable_seconds)::bigint as billable_seconds,
  sum(p.amount_minor)::bigint as amount_minor,
  sum(p.unrated_seconds)::bigint as unrated_seconds,
  sum(p.costed_seconds)::bigint as costed_seconds,
  sum(p.billable_costed_seconds)::bigint as billable_costed_seconds,
  sum(p.amount_rest)::bigint as amount_rest
from
  (
    with
      a as materialized (
        select
          r.project_id,
          p.bucket,
          p.level,
          p.from_at,
          p.to_at,
          p.sign
        from
          unnest($1::text[], $2::integer[]) as r (project_id, bucket)
          join unnest($3::text[], $4::timestamptz[], $5::timestamptz[], $6::integer[], $7::integer[]) as p (level, from_at, to_at, sign, bucket) on p.bucket = r.bucket
      )
    select
      a.bucket,
      a.project_id,
      a.sign * s.entries as entries,
      a.sign * s.seconds as seconds,
      a.sign * s.cost_minor as cost_minor,
      a.sign * s.billable_entries as billable_entries,
      a.sign * s.billable_duration_seconds as billable_duration_seconds,
      a.sign * s.billable_cost_minor as billable_cost_minor,
      a.sign * s.billable_seconds as billable_seconds,
      a.sign * s.amount_minor as amount_minor,
      a.sign * s.unrated_seconds as unrated_seconds,
      a.sign * s.costed_seconds as costed_seconds,
      a.sign * s.billable_costed_seconds as billable_costed_seconds,
      a.sign * s.amount_rest as amount_rest
    from
      unnest($8::text[], $9::timestamptz[], $10::timestamptz[], $11::integer[], $12::integer[]) as p (level, from_at, to_at, sign, bucket)
      cross join lateral (
        select
          *
        from
          time_sums
        where
          org_id = $13
          and cube = $14
          and level = p.level
          and starts_at >= p.from_at
          and starts_at < p.to_at
          and project_id = any ($15)
        offset
          0
      ) s
      join a on a.project_id = s.project_id
      and a.level = s.level
      and s.starts_at >= a.from_at
      and s.starts_at < a.to_at
    union all
    select
      a.bucket,
      a.project_id,
      (a.sign * d.sign) as entries,
      (a.sign * d.sign) * d.duration_seconds as seconds,
      (a.sign * d.sign) * d.cost_minor as cost_minor,
      case
        when d.billable then (a.sign * d.sign)
        else 0
      end as billable_entries,
      case
        when d.billable then (a.sign * d.sign) * d.duration_seconds
        else 0
      end as billable_duration_seconds,
      case
        when d.billable then (a.sign * d.sign) * d.cost_minor
        else 0
      end as billable_cost_minor,
      (a.sign * d.sign) * d.billable_seconds as billable_seconds,
      (a.sign * d.sign) * d.amount_minor as amount_minor,
      case
        when d.rate_source = 'none' then (a.sign * d.sign) * d.billable_seconds
        else 0
      end as unrated_seconds,
      case
        when d.cost_rate_source <> 'none' then (a.sign * d.sign) * d.duration_seconds
        else 0
      end as costed_seconds,
      case
        when d.cost_rate_source <> 'none'
        and d.billable then (a.sign * d.sign) * d.duration_seconds
        else 0
      end as billable_costed_seconds,
      (a.sign * d.sign) * (
        d.rate_minor * (d.billable_seconds % 3600) - 3600 * (d.amount_minor - d.billable_seconds / 3600 * d.rate_minor)
      ) as amount_rest
    from
      time_sum_deltas d
      join a on a.project_id = d.project_id
      and a.level <> 'entries'
      and d.started_at >= a.from_at
      and d.started_at < a.to_at
    where
      d.org_id = $16
    union all
    select
      a.bucket,
      a.project_id,
      a.sign as entries,
      a.sign * e.duration_seconds as seconds,
      a.sign * e.cost_minor as cost_minor,
      case
        when e.billable then a.sign
        else 0
      end as billable_entries,
      case
        when e.billable then a.sign * e.duration_seconds
        else 0
      end as billable_duration_seconds,
      case
        when e.billable then a.sign * e.cost_minor
        else 0
      end as billable_cost_minor,
      a.sign * e.billable_seconds as billable_seconds,
      a.sign * e.amount_minor as amount_minor,
      case
        when e.rate_source = 'none' then a.sign * e.billable_seconds
        else 0
      end as unrated_seconds,
      case
        when e.cost_rate_source <> 'none' then a.sign * e.duration_seconds
        else 0
      end as costed_seconds,
      case
        when e.cost_rate_source <> 'none'
        and e.billable then a.sign * e.duration_seconds
        else 0
      end as billable_costed_seconds,
      a.sign * (
        e.rate_minor * (e.billable_seconds % 3600) - 3600 * (e.amount_minor - e.billable_seconds / 3600 * e.rate_minor)
      ) as amount_rest
    from
      a
      cross join lateral (
        select
          *
        from
          time_entries
        where
          org_id = $17
          and project_id = a.project_id
          and started_at >= a.from_at
          and started_at < a.to_at
          and deleted_at is null
        offset
          0
      ) e
    where
      a.level = 'entries'
  ) p
group by
  p.project_id,
  p.bucket
