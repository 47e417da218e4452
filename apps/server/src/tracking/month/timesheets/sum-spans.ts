import { namesInForce } from "#identity/organizations/entry-rules.ts";
import { type Database, raw, sql } from "#platform/database/database.ts";
import type { HiddenEntries } from "#tracking/ledger/projects/visibility.ts";
import { cubes, type Measure } from "#tracking/ledger/time-sums/cubes.ts";
import { ofAll, partsOf } from "#tracking/ledger/time-sums/parts.ts";
import { splitRange } from "#tracking/ledger/time-sums/pieces.ts";
import { type Figures, hiddenCondition, type Span, spanRows } from "./queries.ts";

type Summed = Figures & { partial: boolean };

/** Above this number of spans, reading the stored sums is faster than reading entries. */
const maxFromEntries = 200;

/**
 * The figures of the visible entries in each span, by the span's key. `partial` is whether the span has hidden
 * entries too.
 */
export async function sumSpans(
  db: Database,
  orgId: string,
  spans: Span[],
  hidden: HiddenEntries | undefined,
): Promise<Map<string, Summed>> {
  if (spans.length === 0) return new Map();
  return hidden === undefined && spans.length > maxFromEntries
    ? fromSums(db, orgId, spans)
    : fromEntries(db, orgId, spans, hidden);
}

async function fromEntries(
  db: Database,
  orgId: string,
  spans: Span[],
  hidden: HiddenEntries | undefined,
): Promise<Map<string, Summed>> {
  const isHidden = hiddenCondition(hidden);
  const sum = (value: string) => sql`coalesce(sum(s.sign * ${raw(value)}) filter (where not ${isHidden}), 0)::bigint`;
  const rows = await db.query<Figures & { key: string; partial: boolean }>(sql`
    select s.key, ${sum("e.duration_seconds::bigint")} as seconds, ${sum("e.billable_seconds::bigint")} as billable_seconds,
           ${sum("1")} as entries, ${sum("e.amount_minor")} as amount_minor,
           ${sum(`(case when e.breaks is not null and e.breaks && f.names then 1 else 0 end)`)} as breaks,
           coalesce(sum(s.sign) filter (where ${isHidden}), 0) > 0 as partial
      from (${spanRows(spans)}) s
      cross join (select ${namesInForce(orgId)} as names) f
      join time_entries e on e.org_id = ${orgId} and e.user_id = s.user_id and e.deleted_at is null
       and e.started_at >= s.starts_at and e.started_at < s.ends_at
     group by s.key`);
  return new Map(rows.map(({ key, ...figures }) => [key, figures]));
}

const summed: readonly Measure[] = ["entries", "seconds", "billable_seconds", "amount_minor"];

type MemberSums = Omit<Figures, "breaks">;

/** Reads equal spans as one range, because most members' spans start and end together. */
async function fromSums(db: Database, orgId: string, spans: Span[]): Promise<Map<string, Summed>> {
  const nameOf = ({ startsAt, endsAt }: Span) => `${startsAt} ${endsAt}`;
  const ranges = [...new Map(spans.map((span) => [nameOf(span), span])).values()];
  const buckets = new Map(ranges.map((range, bucket) => [nameOf(range), bucket]));
  const [rows, broken] = await Promise.all([sumRanges(db, orgId, ranges), countBreaks(db, orgId, ranges)]);
  const keyOf = (row: { bucket: number; user_id: string }) => `${row.bucket} ${row.user_id}`;
  const sums = new Map(rows.map((row) => [keyOf(row), row]));
  const breaks = new Map(broken.map((row) => [keyOf(row), row.breaks]));
  const figures = new Map<string, Summed>();
  for (const span of spans) {
    const of = keyOf({ bucket: buckets.get(nameOf(span)) ?? 0, user_id: span.userId });
    const row = sums.get(of);
    if (row !== undefined)
      figures.set(span.key, added(figures.get(span.key), { ...row, breaks: breaks.get(of) ?? 0 }, span.sign));
  }
  return figures;
}

function added(before: Figures | undefined, figures: Figures, sign: 1 | -1): Summed {
  const of = (name: keyof Figures) => (before?.[name] ?? 0) + sign * figures[name];
  return {
    entries: of("entries"),
    seconds: of("seconds"),
    billable_seconds: of("billable_seconds"),
    amount_minor: of("amount_minor"),
    breaks: of("breaks"),
    partial: false,
  };
}

/** The sums of every member who has entries in the ranges. */
function sumRanges(
  db: Database,
  orgId: string,
  ranges: Span[],
): Promise<(MemberSums & { bucket: number; user_id: string })[]> {
  const cube = cubes.find(({ name }) => name === "user");
  if (cube === undefined) throw new Error("the cube by member is missing");
  const pieces = ranges.flatMap(({ startsAt, endsAt }, bucket) =>
    splitRange(Date.parse(startsAt), Date.parse(endsAt), cube.levels).map((piece) => ({ ...piece, bucket })),
  );
  const totals = raw(summed.map((name) => `sum(p.${name})::bigint as ${name}`).join(", "));
  return db.query(sql`
    select p.bucket, p.user_id, ${totals}
      from (${partsOf({ orgId, cube, pieces, filter: ofAll, measures: summed })}) p
     group by 1, 2`);
}

/** The number of entries that break a rule in force, for each range and member. */
function countBreaks(
  db: Database,
  orgId: string,
  ranges: Span[],
): Promise<{ bucket: number; user_id: string; breaks: number }[]> {
  const [starts, ends] = [ranges.map(({ startsAt }) => startsAt), ranges.map(({ endsAt }) => endsAt)];
  return db.query(sql`
    select r.bucket - 1 as bucket, e.user_id, count(*)::integer as breaks
      from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) with ordinality as r (starts_at, ends_at, bucket)
      join time_entries e on e.org_id = ${orgId} and e.breaks is not null and e.deleted_at is null
       and e.started_at >= r.starts_at and e.started_at < r.ends_at and e.breaks && ${namesInForce(orgId)}
     group by 1, 2`);
}
