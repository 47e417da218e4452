-- $1 = 1
-- $2 = "{month,month,day}"
-- $3 = "{2026-01-01T00:00:00.000Z,2026-02-01T00:00:00.000Z,2026-01-01T00:00:00.000Z}"
-- $4 = "{2026-02-01T00:00:00.000Z,2026-03-01T00:00:00.000Z,2026-01-02T00:00:00.000Z}"
-- $5 = "{1,1,-1}"
-- $6 = "{0,1,0}"
-- $7 = "org_1"
-- $8 = "project"
-- $9 = "{2,3}"
-- $10 = "{0,1}"
-- $11 = "{1,1}"
-- $12 = "{2026-01-01T00:00Z,2026-01-02T00:00Z,2026-02-01T00:00Z,2026-03-01T00:00Z}"
-- $13 = "org_1"
-- $14 = "{entries,entries,entries,entries,entries}"
-- $15 = "{2026-01-01T12:07:00.000Z,2026-01-31T18:30:00.000Z,2026-01-31T18:30:00.000Z,2026-02-28T18:30:00.000Z,2026-02-28T18:30:00.000Z}"
-- $16 = "{2026-01-02T00:00:00.000Z,2026-02-01T00:00:00.000Z,2026-02-01T00:00:00.000Z,2026-03-01T00:00:00.000Z,2026-03-01T09:00:00.000Z}"
-- $17 = "{1,-1,1,-1,1}"
-- $18 = "{0,0,1,1,2}"
-- $19 = "org_1"
-- $20 = "org_1"
-- $21 = "org_1"
-- $22 = 100
select
  $1::integer as part,
  g.key1::text as key1,
  null::text as name1,
  g.key2::text as key2,
  name_2.name as name2,
  g.seconds,
  g.billable_seconds,
  g.entries,
  g.amount_minor,
  g.unrated_seconds,
  g.cost_minor,
  g.costed_seconds,
  g.amount_rest
from
  (
    select
      *,
      sum(seconds) over (
        partition by
          key1
      ) as first_seconds
    from
      (
        select
          p.bucket as key1,
          c.client_id as key2,
          sum(b.seconds)::bigint as seconds,
          sum(b.billable_seconds)::bigint as billable_seconds,
          sum(b.entries)::bigint as entries,
          sum(b.amount_minor)::bigint as amount_minor,
          sum(b.unrated_seconds)::bigint as unrated_seconds,
          sum(b.cost_minor)::bigint as cost_minor,
          sum(b.costed_seconds)::bigint as costed_seconds,
          sum(b.amount_rest)::bigint as amount_rest
        from
          (
            select
              p.bucket,
              s.project_id,
              ''::text as user_id,
              ''::text as task_id,
              ''::text as tag_key,
              p.sign * s.seconds as seconds,
              p.sign * s.billable_seconds as billable_seconds,
              p.sign * s.entries as entries,
              p.sign * s.amount_minor as amount_minor,
              p.sign * s.unrated_seconds as unrated_seconds,
              p.sign * s.cost_minor as cost_minor,
              p.sign * s.costed_seconds as costed_seconds,
              p.sign * s.amount_rest as amount_rest
            from
              unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::integer[], $6::integer[]) as p (level, from_at, to_at, sign, bucket)
              cross join lateral (
                select
                  *
                from
                  time_sums s
                where
                  s.org_id = $7
                  and s.cube = $8
                  and s.level = p.level
                  and s.starts_at >= p.from_at
                  and s.starts_at < p.to_at
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
              (i.weight * d.sign) * d.duration_seconds as seconds,
              (i.weight * d.sign) * d.billable_seconds as billable_seconds,
              (i.weight * d.sign) as entries,
              (i.weight * d.sign) * d.amount_minor as amount_minor,
              case
                when d.rate_source = 'none' then (i.weight * d.sign) * d.billable_seconds
                else 0
              end as unrated_seconds,
              (i.weight * d.sign) * d.cost_minor as cost_minor,
              case
                when d.cost_rate_source <> 'none' then (i.weight * d.sign) * d.duration_seconds
                else 0
              end as costed_seconds,
              (i.weight * d.sign) * (
                d.rate_minor * (d.billable_seconds % 3600) - 3600 * (d.amount_minor - d.billable_seconds / 3600 * d.rate_minor)
              ) as amount_rest
            from
              time_sum_deltas d
              join unnest($9::integer[], $10::integer[], $11::integer[]) as i (number, bucket, weight) on i.number = width_bucket(d.started_at, $12::timestamptz[])
            where
              d.org_id = $13
            union all
            select
              p.bucket,
              e.project_id,
              ''::text as user_id,
              ''::text as task_id,
              ''::text as tag_key,
              p.sign * e.duration_seconds as seconds,
              p.sign * e.billable_seconds as billable_seconds,
              p.sign as entries,
              p.sign * e.amount_minor as amount_minor,
              case
                when e.rate_source = 'none' then p.sign * e.billable_seconds
                else 0
              end as unrated_seconds,
              p.sign * e.cost_minor as cost_minor,
              case
                when e.cost_rate_source <> 'none' then p.sign * e.duration_seconds
                else 0
              end as costed_seconds,
              p.sign * (
                e.rate_minor * (e.billable_seconds % 3600) - 3600 * (e.amount_minor - e.billable_seconds / 3600 * e.rate_minor)
              ) as amount_rest
            from
              unnest($14::text[], $15::timestamptz[], $16::timestamptz[], $17::integer[], $18::integer[]) as p (level, from_at, to_at, sign, bucket)
              cross join lateral (
                select
                  *
                from
                  time_entries e
                where
                  e.org_id = $19
                  and e.started_at >= p.from_at
                  and e.started_at < p.to_at
                  and e.deleted_at is null
                offset
                  0
              ) e
          ) p
          join projects c on c.org_id = $20
          and c.id = p.project_id
          cross join lateral (
            values
              (
                false,
                p.seconds,
                p.billable_seconds,
                p.entries,
                p.amount_minor,
                p.unrated_seconds,
                p.cost_minor,
                p.costed_seconds,
                p.amount_rest
              )
          ) as b (
            billable,
            seconds,
            billable_seconds,
            entries,
            amount_minor,
            unrated_seconds,
            cost_minor,
            costed_seconds,
            amount_rest
          )
        group by
          1,
          2
        having
          sum(b.entries) <> 0
      ) leaves
  ) g
  left join clients name_2 on name_2.org_id = $21
  and name_2.id = g.key2
order by
  g.key1,
  g.seconds desc,
  g.key2
limit
  $22
