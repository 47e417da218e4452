import { findOrganization, type OrganizationRow } from "#identity/organizations/queries.ts";
import { shownObjects, shownRows } from "#tracking/exchange/imports/sources/rows/limits.ts";
import { type Database, type DatabasePool, raw, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { dateAt } from "#platform/days.ts";
import { formatInstant, startOfDayMs } from "#platform/time.ts";
import { countBroken } from "#tracking/exchange/imports/staged/broken-rules.ts";
import { type ImportRow, type Plan, StaleWorkError } from "#tracking/exchange/imports/import.ts";
import { finished, listPeople, updateUnderWay } from "#tracking/exchange/imports/queries.ts";
import { markLookalikes } from "./mark-lookalikes.ts";
import { matchNames } from "./match-names.ts";
import type { Preview, Question } from "#tracking/exchange/imports/staged/preview-schemas.ts";
import { judgedRows, listDoubts, stagedRows } from "#tracking/exchange/imports/staged/staged-rows.ts";

const none = { rows: 0, seconds: 0 };

/** Plans an import whose rows are staged, and ends its work. `missingColumns` as in `planImport`. */
export async function planAgain(db: DatabasePool, row: ImportRow, missingColumns?: string): Promise<void> {
  const organization = await findOrganization(db, row.org_id);
  if (organization === undefined) throw new StaleWorkError();
  await db.transaction(async (tx) => {
    await matchNames(tx, row.org_id, row.id);
    await markLookalikes(tx, row);
  });
  const plan = await planImport(db, organization, row, missingColumns);
  await updateUnderWay(db, row, sql`status = 'previewed', failure = null, plan = ${JSON.stringify(plan)}, ${finished}`);
}

/** The sums of the rows of a person, of a place, of a month or with a reason; the others of the four are null. */
interface Group {
  person: number | null;
  place: number | null;
  month: number | null;
  reason: Preview["leftOut"][number]["reason"] | "lookalike" | null;
  source: Sums;
  imported: Sums;
}

type Sums = Preview["totals"]["source"];

/**
 * Computes what applying an import would do, from its staged rows, the names that `matchNames` has matched, and the
 * organization's current state. `missingColumns` says which required columns the mapping of a CSV lacks.
 */
export async function planImport(
  db: Database,
  organization: OrganizationRow,
  row: ImportRow,
  missingColumns?: string,
): Promise<Plan> {
  const { org_id: orgId, id } = row;
  const judged = judgedRows(row, ["person", "place", "started_at", "duration_seconds"]);
  const months = await monthStarts(db, organization, id);
  const groups = await db.query<Group>(sql`
    with judged as materialized (
      select person, place, reason, duration_seconds, reason is null as imported,
             width_bucket(started_at, ${months.map(({ start }) => start)}::timestamptz[]) as month
        from (${judged}) r
    )
    select person, place, month, reason,
           json_build_object('rows', count(*), 'seconds', coalesce(sum(duration_seconds), 0)) as source,
           json_build_object('rows', count(*) filter (where imported),
                             'seconds', coalesce(sum(duration_seconds) filter (where imported), 0)) as imported
      from judged
     group by grouping sets ((person), (place), (month), (reason))
     order by person, month`);
  await markUsed(db, orgId, id, groups);
  const totals = await sumUp(db, row, groups, months);
  const withReason = (wanted: Group["reason"]) => sumsOf(groups.filter(({ reason }) => reason === wanted)).source;
  const doubts = await listDoubts(db, orgId, id, { after: 0, limit: shownRows });
  const [{ count } = { count: 0 }] = await db.query<{ count: number }>(
    sql`select coalesce(sum(rows), 0)::bigint as count from import_doubt_blocks where org_id = ${orgId} and import_id = ${id}`,
  );
  return {
    creates: await countCreates(db, row, totals.imported.rows),
    totals,
    leftOut: leftOutOf(groups),
    lookalikes: withReason("lookalike"),
    alreadyThere: withReason("already_there").rows,
    breaks: await countBroken(db, organization.entry_rules, row),
    doubts: { count, first: doubts.map(({ number: _number, ...doubt }) => doubt) },
    ratedRows: await countRated(db, row),
    money: await sumMoney(db, organization, row),
    questions: questionsOf(row, missingColumns),
  };
}

interface Month {
  /** YYYY-MM. */
  month: string;
  /** The month's first instant in the organization's time zone. */
  start: string;
}

/** The months of an import's rows, from the first to the last, without gaps. */
export async function monthStarts(
  db: Database,
  { id: orgId, time_zone: timeZone }: Pick<OrganizationRow, "id" | "time_zone">,
  importId: string,
): Promise<Month[]> {
  const [extent] = await db.query<{ first: string | null; last: string | null }>(sql`
    select min(r.started_at) as first, max(r.started_at) as last
      from (${stagedRows({ org_id: orgId, id: importId }, ["started_at"])}) r`);
  if (extent === undefined || extent.first === null || extent.last === null) return [];
  const last = dateAt(Date.parse(extent.last), timeZone).slice(0, 7);
  const months: Month[] = [];
  let next = Temporal.PlainYearMonth.from(dateAt(Date.parse(extent.first), timeZone).slice(0, 7));
  for (; next.toString() <= last; next = next.add({ months: 1 }))
    months.push({ month: next.toString(), start: formatInstant(startOfDayMs(`${next.toString()}-01`, timeZone)) });
  return months;
}

async function markUsed(db: Database, orgId: string, importId: string, groups: Group[]): Promise<void> {
  const used = groups.filter(({ imported }) => imported.rows > 0);
  for (const kind of ["person", "place"] as const)
    await db.query(sql`
      update ${raw(kind === "person" ? "import_people" : "import_places")}
         set used = number = any(${used.flatMap((group) => group[kind] ?? [])}::integer[])
       where org_id = ${orgId} and import_id = ${importId}`);
}

async function sumUp(db: Database, row: ImportRow, groups: Group[], months: Month[]): Promise<Preview["totals"]> {
  const { org_id: orgId, id } = row;
  const ofPeople = groups.filter(({ person }) => person !== null);
  const people = new Map((await listPeople(db, orgId, [id])).map((person) => [person.number, person]));
  const places = await db.query<{ number: number; client: string | null; project: string }>(sql`
    select number, client, project from import_places where org_id = ${orgId} and import_id = ${id}`);
  const placeOf = new Map(places.map((place) => [place.number, place]));
  const ofProjects = Map.groupBy(
    groups.filter(({ place }) => place !== null),
    ({ place }) => {
      const { client = null, project = "" } = placeOf.get(place ?? 0) ?? {};
      return JSON.stringify([client, project]);
    },
  );
  return {
    ...sumsOf(ofPeople),
    people: ofPeople.map((group) => {
      const { name = "", email = null } = people.get(group.person ?? 0) ?? {};
      return { name, email, ...sumsOf([group]) };
    }),
    projects: [...ofProjects]
      .map(([key, some]) => {
        const [client, project] = JSON.parse(key) as [string | null, string];
        return { client, project, ...sumsOf(some) };
      })
      .toSorted((one, other) => other.source.seconds - one.source.seconds)
      .slice(0, shownObjects),
    months: groups.flatMap((group) => {
      const month = months[(group.month ?? 0) - 1]?.month;
      return month === undefined ? [] : { month, ...sumsOf([group]) };
    }),
  };
}

function sumsOf(groups: Group[]): { source: Sums; imported: Sums } {
  const sum = (of: "source" | "imported") =>
    groups
      .map((group) => group[of])
      .reduce((one, other) => ({ rows: one.rows + other.rows, seconds: one.seconds + other.seconds }), none);
  return { source: sum("source"), imported: sum("imported") };
}

function leftOutOf(groups: Group[]): Preview["leftOut"] {
  const byReason = Map.groupBy(groups, ({ reason }) => (reason === "lookalike" ? "already_there" : reason));
  return [...byReason].flatMap(([reason, some]) => (reason === null ? [] : { reason, ...sumsOf(some).source }));
}

async function countCreates(db: Database, row: ImportRow, entries: number): Promise<Preview["creates"]> {
  const { org_id: orgId, id } = row;
  const counts = await db.query<Omit<Preview["creates"], "tags" | "entries">>(sql`
    with place as (
      select lower(client) as client, lower(project) as project, lower(task) as task, client_id, project_id, task_id
        from import_places where org_id = ${orgId} and import_id = ${id} and (listed or used)
    )
    select (select count(distinct client) from place where client_id is null) as clients,
           (select count(distinct (client, project)) from place where project is not null and project_id is null) as projects,
           (select count(distinct (client, project, task)) from place where task is not null and task_id is null) as tasks,
           (select count(*) from import_people where org_id = ${orgId} and import_id = ${id} and user_id is null and used) as people`);
  const tags = await db.query<{ count: number }>(sql`
    select count(distinct t.key) as count
      from (${judgedRows(row, ["tag_keys"], sql`b.tag_keys is not null`)}) r cross join lateral unnest(r.tag_keys::text[]) as t (key)
     where r.reason is null
       and not exists (select 1 from tag_names n where n.org_id = ${orgId} and n.tag_key = t.key)`);
  return { ...one(counts), tags: one(tags).count, entries };
}

/** The amounts in the file by currency, and why Stint's can differ from them. A row counts for its first reason. */
function sumMoney(db: Database, { currency }: OrganizationRow, row: ImportRow): Promise<Preview["money"]> {
  const columns = ["currency", "amount_minor", "rate_minor", "billable", "duration_seconds"] as const;
  // Rows that an earlier version staged may lack a currency.
  return db.query(sql`
    with part as (
      select coalesce(currency, ${currency}) as currency,
             case when amount_minor = 0 then null
                  when reason is not null then 'left_out'
                  when currency <> ${currency} then 'other_currency'
                  when not billable then 'not_billable'
                  when rate_minor is null then 'no_rate'
                  when round(rate_minor::numeric * duration_seconds / 3600) <> amount_minor then 'rounded'
                  else 'rate_in_file' end as reason,
             count(*) as rows, sum(amount_minor) as "sourceMinor", min(number) as "firstRow"
        from (${judgedRows(row, columns, sql`b.amount_minor is not null`)}) r
       where amount_minor is not null group by 1, 2
    )
    select currency, sum(rows)::bigint as rows, sum("sourceMinor")::bigint as "sourceMinor", null as "importedMinor",
           coalesce(json_agg(to_jsonb(p) - 'currency' order by reason) filter (where reason is not null), '[]') as reasons
      from part p group by currency order by currency`);
}

async function countRated(db: Database, row: ImportRow): Promise<number> {
  const rated = stagedRows(row, ["rate_minor"], sql`b.rate_minor is not null`);
  return one(await db.query<{ count: number }>(sql`select count(rate_minor) as count from (${rated}) r`)).count;
}

/** The questions that the file leaves open and nobody has answered, each with its example. */
function questionsOf(row: ImportRow, missingColumns: string | undefined): Question[] {
  const { dateOrder, durationUnit, decimalMark, encoding } = row.facts ?? {};
  const questions: Question[] = [];
  const ask = (code: Question["code"], message: string, more: Partial<Question>) =>
    questions.push({ code, message, line: null, file: null, example: null, answers: [], ...more });
  if (row.encoding === null && encoding !== undefined && encoding.answers.length > 0) {
    const answers = encoding.answers.map((answer) => ({ ...answer, seconds: 0, first: [] }));
    const message = `The file isn't UTF-8, and nothing in it shows its encoding. Choose encoding: ${answers.map(({ value }) => value).join(", ")}.`;
    ask("encoding", message, { answers });
  }
  if (row.date_order === null && dateOrder !== undefined && "ambiguous" in dateOrder) {
    const { ambiguous: example, line, file = null } = dateOrder;
    const [where, others] =
      file === null ? ["", ""] : [` in ${file}`, ", and the files of its people don't agree on one"];
    const message = `Dates such as ${example}${where} can begin with the day or the month, and no row in the file shows which${others}. Choose dateOrder: dmy or mdy.`;
    ask("date_order", message, { line, file, example });
  }
  if (row.duration_unit === null && durationUnit !== undefined && "ambiguous" in durationUnit) {
    const { ambiguous: example, line, answers } = durationUnit;
    const message = `Durations such as ${example} can be hours, minutes or seconds, and nothing in the file shows which. Choose durationUnit: hours, minutes or seconds.`;
    ask("duration_unit", message, { line, example, answers: answers.map((answer) => ({ ...answer, texts: [] })) });
  }
  if (row.decimal_mark === null && decimalMark !== undefined && "ambiguous" in decimalMark) {
    const { ambiguous: example, line, answers } = decimalMark;
    const message = `In numbers such as ${example}, the separator can be a decimal or a thousands separator, and no other number in the file shows which. Choose decimalMark: comma or point.`;
    ask("decimal_mark", message, { line, example, answers: answers.map((answer) => ({ ...answer, texts: [] })) });
  }
  if (missingColumns !== undefined) ask("columns", missingColumns, {});
  return questions;
}
