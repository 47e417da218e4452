-- $1 = "{year,month,month,day}"
-- $2 = "{-infinity,2026-01-01T00:00:00.000Z,2026-01-01T00:00:00.000Z,2026-01-01T00:00:00.000Z}"
-- $3 = "{2026-01-01T00:00:00.000Z,2026-03-01T00:00:00.000Z,2026-03-01T00:00:00.000Z,2026-01-02T00:00:00.000Z}"
-- $4 = "{1,1,1,-1}"
-- $5 = "{0,0,1,1}"
-- $6 = "org_1"
-- $7 = "project"
-- $8 = ["prj_1","prj_2"]
-- $9 = "{0,1,2,2}"
-- $10 = "{0,0,0,1}"
-- $11 = "{1,1,1,1}"
-- $12 = "{2026-01-01T00:00Z,2026-01-02T00:00Z,2026-03-01T00:00Z}"
-- $13 = "org_1"
-- $14 = ["prj_1","prj_2"]
-- $15 = "{entries,entries,entries}"
-- $16 = "{2026-03-01T00:00:00.000Z,2026-01-01T12:07:00.000Z,2026-03-01T00:00:00.000Z}"
-- $17 = "{2026-03-01T09:00:00.000Z,2026-01-02T00:00:00.000Z,2026-03-01T09:00:00.000Z}"
-- $18 = "{1,1,1}"
-- $19 = "{0,1,1}"
-- $20 = "org_1"
-- $21 = ["prj_1","prj_2"]
-- $22 = ["0 prj_1","1 prj_2"]
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
    select
      p.bucket,
      s.project_id,
      ''::text as user_id,
      ''::text as task_id,
      ''::text as tag_key,
      p.sign * s.entries as entries,
      p.sign * s.seconds as seconds,
      p.sign * s.cost_minor as cost_minor,
      p.sign * s.billable_entries as billable_entries,
      p.sign * s.billable_duration_seconds as billable_duration_seconds,
      p.sign * s.billable_cost_minor as billable_cost_minor,
      p.sign * s.billable_seconds as billable_seconds,
      p.sign * s.amount_minor as amount_minor,
      p.sign * s.unrated_seconds as unrated_seconds,
      p.sign * s.costed_seconds as costed_seconds,
      p.sign * s.billable_costed_seconds as billable_costed_seconds,
      p.sign * s.amount_rest as amount_rest
    from
      unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::integer[], $5::integer[]) as p (level, from_at, to_at, sign, bucket)
      cross join lateral (
        select
          *
        from
          time_sums s
        where
          s.org_id = $6
          and s.cube = $7
          and s.level = p.level
          and s.starts_at >= p.from_at
          and s.starts_at < p.to_at
          and s.project_id = any ($8)
        offset
          0
      ) s
    union all
    select
      i.bucket,
      d.project_id,
      ''::text as user_id,
      ''::text as task_id,
      ''::text as tag_key,
      (i.weight * d.sign) as entries,
      (i.weight * d.sign) * d.duration_seconds as seconds,
      (i.weight * d.sign) * d.cost_minor as cost_minor,
      case
        when d.billable then (i.weight * d.sign)
        else 0
      end as billable_entries,
      case
        when d.billable then (i.weight * d.sign) * d.duration_seconds
        else 0
      end as billable_duration_seconds,
      case
        when d.billable then (i.weight * d.sign) * d.cost_minor
        else 0
      end as billable_cost_minor,
      (i.weight * d.sign) * d.billable_seconds as billable_seconds,
      (i.weight * d.sign) * d.amount_minor as amount_minor,
      case
        when d.rate_source = 'none' then (i.weight * d.sign) * d.billable_seconds
        else 0
      end as unrated_seconds,
      case
        when d.cost_rate_source <> 'none' then (i.weight * d.sign) * d.duration_seconds
        else 0
      end as costed_seconds,
      case
        when d.cost_rate_source <> 'none'
        and d.billable then (i.weight * d.sign) * d.duration_seconds
        else 0
      end as billable_costed_seconds,
      (i.weight * d.sign) * (
        d.rate_minor * (d.billable_seconds % 3600) - 3600 * (d.amount_minor - d.billable_seconds / 3600 * d.rate_minor)
      ) as amount_rest
    from
      time_sum_deltas d
      join unnest($9::integer[], $10::integer[], $11::integer[]) as i (number, bucket, weight) on i.number = width_bucket(d.started_at, $12::timestamptz[])
    where
      d.org_id = $13
      and d.project_id = any ($14)
    union all
    select
      p.bucket,
      e.project_id,
      ''::text as user_id,
      ''::text as task_id,
      ''::text as tag_key,
      p.sign as entries,
      p.sign * e.duration_seconds as seconds,
      p.sign * e.cost_minor as cost_minor,
      case
        when e.billable then p.sign
        else 0
      end as billable_entries,
      case
        when e.billable then p.sign * e.duration_seconds
        else 0
      end as billable_duration_seconds,
      case
        when e.billable then p.sign * e.cost_minor
        else 0
      end as billable_cost_minor,
      p.sign * e.billable_seconds as billable_seconds,
      p.sign * e.amount_minor as amount_minor,
      case
        when e.rate_source = 'none' then p.sign * e.billable_seconds
        else 0
      end as unrated_seconds,
      case
        when e.cost_rate_source <> 'none' then p.sign * e.duration_seconds
        else 0
      end as costed_seconds,
      case
        when e.cost_rate_source <> 'none'
        and e.billable then p.sign * e.duration_seconds
        else 0
      end as billable_costed_seconds,
      p.sign * (
        e.rate_minor * (e.billable_seconds % 3600) - 3600 * (e.amount_minor - e.billable_seconds / 3600 * e.rate_minor)
      ) as amount_rest
    from
      unnest($15::text[], $16::timestamptz[], $17::timestamptz[], $18::integer[], $19::integer[]) as p (level, from_at, to_at, sign, bucket)
      cross join lateral (
        select
          *
        from
          time_entries e
        where
          e.org_id = $20
          and e.started_at >= p.from_at
          and e.started_at < p.to_at
          and e.deleted_at is null
          and e.project_id = any ($21)
        offset
          0
      ) e
  ) p
where
  p.bucket || ' ' || p.project_id = any ($22)
group by
  p.project_id,
  p.bucket
