import { having } from "#platform/database/columns.ts";
import { type Database, raw, type Sql, sql } from "#platform/database/database.ts";
import { matching, type TimeEntryFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import type { Range } from "#tracking/ledger/budgets/queries.ts";
import type { Sums } from "#tracking/ledger/budgets/budget-state.ts";
import type { ProjectRow } from "#tracking/ledger/projects/project.ts";
import { cubes, type Measure, measures, measuresOf, periodStart } from "#tracking/ledger/time-sums/cubes.ts";
import { partsOf } from "#tracking/ledger/time-sums/parts.ts";
import { partsOfProjects } from "#tracking/ledger/time-sums/project-parts.ts";
import type { Bucket } from "./buckets.ts";
import type { Source } from "./choose-source.ts";
import { joinFigures, measuresFor, summedFigures } from "./figures.ts";
import { splitRange } from "#tracking/ledger/time-sums/pieces.ts";
import type { Grouping } from "./groupings.ts";

/** A group, or the totals. `part` is the index of the plan's part that it comes from. */
export interface GroupRow {
  part: number;
  /** The key of the first grouping. For the grouping `date`, keys are the indexes of buckets. */
  key1: string | null;
  name1: string | null;
  key2: string | null;
  name2: string | null;
  seconds: number;
  billable_seconds: number;
  entries: number;
  amount_minor: number;
  unrated_seconds: number;
  cost_minor: number;
  costed_seconds: number;
  amount_rest: number;
}

export interface GroupsQuery {
  orgId: string;
  groupBy: Grouping[];
  filter: TimeEntryFilter;
  /** The teams to group by; undefined for all teams. */
  teamIds: string[] | undefined;
  /** The periods to group by; undefined without the grouping `date`. */
  buckets: Bucket[] | undefined;
  source: Source;
}

/** A superset of the UTC months that have entries, ascending. */
export async function listMonths(db: Database, orgId: string): Promise<string[]> {
  const rows = await db.query<{ month: string }>(sql`
    select starts_at as month from time_sums
     where org_id = ${orgId} and cube = 'all' and level = 'month' and entries <> 0
     union
    select ${periodStart("month", sql`started_at`)} from time_sum_deltas where org_id = ${orgId}
     order by month`);
  return rows.map(({ month }) => month);
}

/** Reads the same columns as `partsOf`, but from entries. */
function entryParts({ orgId, groupBy, filter, buckets }: GroupsQuery, wanted: readonly Measure[]): Sql {
  const bucket = buckets === undefined ? sql`0` : bucketOf(buckets);
  // Leaves out entries outside the buckets, which were written after the buckets had been listed.
  const isInBucket = buckets === undefined ? sql`` : sql`and ${bucket} >= 0`;
  const tags = groupBy.includes("tag")
    ? sql`cross join lateral unnest(coalesce(nullif(e.tag_keys, '{}'), '{""}')) as t (tag_key)`
    : sql``;
  const tagKey = raw(groupBy.includes("tag") ? "t.tag_key" : "''::text as tag_key");
  const source = raw(groupBy.includes("source") ? ", e.source" : "");
  return sql`
    select ${bucket} as bucket, e.project_id, e.user_id, e.task_id, ${tagKey}${source}, ${measuresOf("e", sql`1`, wanted)}
      from time_entries e ${tags}
     where e.org_id = ${orgId} and e.deleted_at is null ${matching(orgId, filter, "e")} ${isInBucket}`;
}

/** Returns SQL for the index of the bucket in which an entry starts; -1 if it starts between buckets. */
function bucketOf(buckets: Bucket[]): Sql {
  const edges = buckets.flatMap(({ startMs, endMs }, number) => {
    const isFollowed = buckets[number + 1]?.startMs === endMs;
    return [{ ms: startMs, number }, ...(isFollowed ? [] : [{ ms: endMs, number: -1 }])];
  });
  const bounds = edges.map(({ ms }) => new Date(ms).toISOString());
  const numbers = edges.map(({ number }) => number);
  return sql`(${numbers}::integer[])[width_bucket(e.started_at, ${bounds}::timestamptz[])]`;
}

const keyColumns: Record<Grouping, string> = {
  project: "p.project_id",
  user: "p.user_id",
  task: "p.task_id",
  client: "c.client_id",
  tag: `nullif(p.tag_key, '') collate "C"`,
  billable: "case when b.billable then 'true' else 'false' end",
  date: "p.bucket",
  team: "m.team_id",
  source: "p.source",
};

const named = new Set<Grouping | undefined>(["project", "user", "task", "client", "tag", "team"]);

/** Joins the names of a grouping's keys, as the column `name`. */
function nameJoin(grouping: Grouping | undefined, orgId: string, at: 1 | 2): Sql {
  if (grouping === undefined || !named.has(grouping)) return sql``;
  const [as, key] = [raw(`name_${at}`), raw(`g.key${at}`)];
  if (grouping === "user") return sql`left join users ${as} on ${as}.id = ${key}`;
  if (grouping === "tag") return sql`left join (${tagSpellings(orgId)}) ${as} on ${as}.tag_key = ${key}`;
  return sql`left join ${raw(`${grouping}s`)} ${as} on ${as}.org_id = ${orgId} and ${as}.id = ${key}`;
}

/** The latest spelling of each tag: from the deltas that are not folded yet, or else from the last fold. */
function tagSpellings(orgId: string): Sql {
  return sql`
    select distinct on (tag_key) tag_key, name
      from (select tag_key, name, 0 as id from tag_names where org_id = ${orgId}
             union all
            select t.tag_key, t.name, d.id
              from time_sum_deltas d cross join lateral unnest(d.tag_keys, d.tags) as t (tag_key, name)
             where d.org_id = ${orgId} and d.sign = 1) spelt
     order by tag_key, id desc`;
}

function groupsOf(query: GroupsQuery): Sql {
  const { orgId, groupBy, filter, teamIds, source } = query;
  const wanted = measuresFor(query);
  const parts =
    source.cube === undefined
      ? entryParts(query, wanted)
      : partsOf({ orgId, cube: source.cube, pieces: source.pieces, filter, measures: wanted });
  const key = (grouping: Grouping | undefined) => raw(grouping === undefined ? "null::text" : keyColumns[grouping]);
  const clients = groupBy.includes("client")
    ? sql`join projects c on c.org_id = ${orgId} and c.id = p.project_id`
    : sql``;
  const shown = teamIds === undefined ? sql`` : sql`and t.id = any(${teamIds})`;
  const teams = groupBy.includes("team")
    ? sql`left join (select t.id as team_id, unnest(t.member_ids) as user_id from teams t
                      where t.org_id = ${orgId} ${shown}) m on m.user_id = p.user_id`
    : sql``;
  return sql`
    select ${key(groupBy[0])} as key1, ${key(groupBy[1])} as key2, ${summedFigures}
      from (${parts}) p ${clients} ${teams} ${joinFigures(query)}
     group by 1, 2
    having sum(b.entries) <> 0`;
}

/**
 * The groups, each with the seconds of its first key, which determine the order. If groups overlap, their seconds don't
 * add up to those of the first key, which `firstLevel` then provides.
 */
function rankedGroups(query: GroupsQuery, firstLevel: GroupsQuery | undefined): Sql {
  if (firstLevel === undefined) {
    return sql`select *, sum(seconds) over (partition by key1) as first_seconds from (${groupsOf(query)}) leaves`;
  }
  // Uses a window function instead of a join, because the planner cannot estimate the number of groups.
  return sql`
    select *
      from (select *, sum(own_seconds) over (partition by key1) as first_seconds
              from (select *, 0 as own_seconds, true as is_leaf from (${groupsOf(query)}) leaves
                     union all
                    select *, seconds, false from (${groupsOf(firstLevel)}) first_level) both_levels) ranked
     where is_leaf`;
}

/**
 * SQL for the groups with their names, sorted by descending seconds, or by ascending date. `most` limits their
 * number.
 */
export function groupsStatement(
  query: GroupsQuery,
  part: number,
  { most, firstLevel }: { most?: number | undefined; firstLevel?: GroupsQuery | undefined } = {},
): Sql {
  const { orgId, groupBy } = query;
  const [first, second] = groupBy;
  const name = (grouping: Grouping | undefined, at: 1 | 2) =>
    raw(named.has(grouping) ? `name_${at}.name` : "null::text");
  const order = [
    ...(first === undefined || first === "date" ? [] : ["g.first_seconds desc"]),
    "g.key1",
    ...(second === undefined || second === "date" ? [] : ["g.seconds desc"]),
    "g.key2",
  ];
  // Casts keys to text, because a union of the plan's parts needs equal column types.
  return sql`
    select ${part}::integer as part, g.key1::text as key1, ${name(first, 1)} as name1, g.key2::text as key2,
           ${name(second, 2)} as name2, g.seconds, g.billable_seconds, g.entries, g.amount_minor, g.unrated_seconds, g.cost_minor,
           g.costed_seconds, g.amount_rest
      from (${rankedGroups(query, firstLevel)}) g ${nameJoin(first, orgId, 1)} ${nameJoin(second, orgId, 2)}
     order by ${raw(order.join(", "))} ${most === undefined ? sql`` : sql`limit ${most}`}`;
}

export async function readClientNames(db: Database, orgId: string): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(sql`select id, name from clients where org_id = ${orgId}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export function listReportedProjects(
  db: Database,
  orgId: string,
  { projectIds, clientIds, statuses }: Record<"projectIds" | "clientIds" | "statuses", string[] | undefined>,
): Promise<ProjectRow[]> {
  const matching = having({ id: projectIds, client_id: clientIds, status: statuses });
  return db.query<ProjectRow>(sql`select * from projects where org_id = ${orgId} ${matching} order by id`);
}

/** When the first entry of each project started. Omits projects without entries. */
export function listFirstStarts(
  db: Database,
  orgId: string,
  projectIds: string[],
): Promise<{ project_id: string; started_at: string }[]> {
  return db.query(sql`
    select p.id as project_id, first.started_at
      from unnest(${projectIds}::text[]) as p (id)
     cross join lateral (
       select started_at from time_entries
        where org_id = ${orgId} and project_id = p.id and deleted_at is null
        order by started_at, id limit 1) first`);
}

/** The sums of each requested pair of project and range index. */
export async function sumProjectRanges(
  db: Database,
  orgId: string,
  ranges: Range[],
  asked: { projectId: string; bucket: number }[],
): Promise<(Sums & { project_id: string; bucket: number })[]> {
  const statement = projectRangesStatement(orgId, ranges, asked);
  return statement === undefined ? [] : db.query(statement);
}

export function projectRangesStatement(
  orgId: string,
  ranges: Range[],
  asked: { projectId: string; bucket: number }[],
): Sql | undefined {
  const cube = cubes.find(({ name }) => name === "project");
  if (cube === undefined) throw new Error("the cube by project is missing");
  const pieces = ranges.flatMap(({ fromMs, toMs }, bucket) =>
    splitRange(fromMs, toMs, cube.levels).map((piece) => ({ ...piece, bucket })),
  );
  if (pieces.length === 0) return undefined;
  return sql`
    select p.project_id, p.bucket, ${raw(measures.map((name) => `sum(p.${name})::bigint as ${name}`).join(", "))}
      from (${partsOfProjects({ orgId, cube, pieces, asked, measures })}) p
     group by p.project_id, p.bucket`;
}
