-- $1 = 1
-- $2 = "org_1"
-- $3 = "usr_1"
-- $4 = "2026-01-01T12:07:00Z"
-- $5 = "2026-03-01T09:00:00Z"
-- $6 = "{month,day}"
-- $7 = "{2026-01-01T00:00:00.000Z,2026-01-01T00:00:00.000Z}"
-- $8 = "{2026-03-01T00:00:00.000Z,2026-01-02T00:00:00.000Z}"
-- $9 = "{1,-1}"
-- $10 = "{0,0}"
-- $11 = "org_1"
-- $12 = "user"
-- $13 = "usr_1"
-- $14 = "{2}"
-- $15 = "{0}"
-- $16 = "{1}"
-- $17 = "{2026-01-01T00:00Z,2026-01-02T00:00Z,2026-03-01T00:00Z}"
-- $18 = "org_1"
-- $19 = "usr_1"
-- $20 = "{entries,entries}"
-- $21 = "{2026-01-01T12:07:00.000Z,2026-03-01T00:00:00.000Z}"
-- $22 = "{2026-01-02T00:00:00.000Z,2026-03-01T09:00:00.000Z}"
-- $23 = "{1,1}"
-- $24 = "{0,0}"
-- $25 = "org_1"
-- $26 = "usr_1"
-- $27 = "org_1"
-- $28 = "org_1"
-- $29 = 100
select
  $1::integer as part,
  g.key1::text as key1,
  name_1.name as name1,
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
      *
    from
      (
        select
          *,
          sum(own_seconds) over (
            partition by
              key1
          ) as first_seconds
        from
          (
            select
              *,
              0 as own_seconds,
              true as is_leaf
            from
              (
                select
                  p.user_id as key1,
                  nullif(p.tag_key, '') collate "C" as key2,
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
                      0 as bucket,
                      e.project_id,
                      e.user_id,
                      e.task_id,
                      t.tag_key,
                      1 * e.duration_seconds as seconds,
                      1 * e.billable_seconds as billable_seconds,
                      1 as entries,
                      1 * e.amount_minor as amount_minor,
                      case
                        when e.rate_source = 'none' then 1 * e.billable_seconds
                        else 0
                      end as unrated_seconds,
                      1 * e.cost_minor as cost_minor,
                      case
                        when e.cost_rate_source <> 'none' then 1 * e.duration_seconds
                        else 0
                      end as costed_seconds,
                      1 * (
                        e.rate_minor * (e.billable_seconds % 3600) - 3600 * (e.amount_minor - e.billable_seconds / 3600 * e.rate_minor)
                      ) as amount_rest
                    from
                      time_entries e
                      cross join lateral unnest(coalesce(nullif(e.tag_keys, '{}'), '{""}')) as t (tag_key)
                    where
                      e.org_id = $2
                      and e.deleted_at is null
                      and e.user_id = $3
                      and e.started_at >= $4
                      and e.started_at < $5
                  ) p
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
            union all
            select
              *,
              seconds,
              false
            from
              (
                select
                  p.user_id as key1,
                  null::text as key2,
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
                      ''::text as project_id,
                      s.user_id,
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
                      unnest($6::text[], $7::timestamptz[], $8::timestamptz[], $9::integer[], $10::integer[]) as p (level, from_at, to_at, sign, bucket)
                      cross join lateral (
                        select
                          *
                        from
                          time_sums s
                        where
                          s.org_id = $11
                          and s.cube = $12
                          and s.level = p.level
                          and s.starts_at >= p.from_at
                          and s.starts_at < p.to_at
                          and s.user_id = $13
                        offset
                          0
                      ) s
                    union all
                    select
                      i.bucket,
                      ''::text as project_id,
                      d.user_id,
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
                      join unnest($14::integer[], $15::integer[], $16::integer[]) as i (number, bucket, weight) on i.number = width_bucket(d.started_at, $17::timestamptz[])
                    where
                      d.org_id = $18
                      and d.user_id = $19
                    union all
                    select
                      p.bucket,
                      ''::text as project_id,
                      e.user_id,
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
                      unnest($20::text[], $21::timestamptz[], $22::timestamptz[], $23::integer[], $24::integer[]) as p (level, from_at, to_at, sign, bucket)
                      cross join lateral (
                        select
                          *
                        from
                          time_entries e
                        where
                          e.org_id = $25
                          and e.started_at >= p.from_at
                          and e.started_at < p.to_at
                          and e.deleted_at is null
                          and e.user_id = $26
                        offset
                          0
                      ) e
                  ) p
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
              ) first_level
          ) both_levels
      ) ranked
    where
      is_leaf
  ) g
  left join users name_1 on name_1.id = g.key1
  left join (
    select distinct
      on (tag_key) tag_key,
      name
    from
      (
        select
          tag_key,
          name,
          0 as id
        from
          tag_names
        where
          org_id = $27
        union all
        select
          t.tag_key,
          t.name,
          d.id
        from
          time_sum_deltas d
          cross join lateral unnest(d.tag_keys, d.tags) as t (tag_key, name)
        where
          d.org_id = $28
          and d.sign = 1
      ) spelt
    order by
      tag_key,
      id desc
  ) name_2 on name_2.tag_key = g.key2
order by
  g.first_seconds desc,
  g.key1,
  g.seconds desc,
  g.key2
limit
  $29
