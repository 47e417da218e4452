import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { countBroken } from "#tracking/exchange/imports/staged/broken-rules.ts";
import { monthStarts } from "#tracking/exchange/imports/staged/month-starts.ts";
import type { ImportRow, Plan } from "#tracking/exchange/imports/import.ts";
import { listPeople } from "#tracking/exchange/imports/queries.ts";
import type { Preview, Question } from "#tracking/exchange/imports/staged/preview-schemas.ts";
import { judgedRows, listDoubts, stagedRows } from "#tracking/exchange/imports/staged/staged-rows.ts";
import type { Answer } from "#tracking/exchange/imports/sources/rows/source-row.ts";

const shownDoubts = 100;
const shownProjects = 1_000;

interface Group {
  person: number | null;
  place: number | null;
  month: number | null;
  reason: Preview["leftOut"][number]["reason"] | "lookalike" | null;
  rows: number;
  seconds: number;
}

type Totals = Preview["totals"];
type Sums = Totals["source"];
interface BothSums {
  source: Sums;
  imported: Sums;
}

interface Place {
  number: number;
  client: string | null;
  project: string | null;
}

/**
 * Computes what applying an import would do, from its staged rows, the names that `matchNames` has matched, and the
 * organization's current state.
 */
export async function planImport(db: Database, organization: OrganizationRow, row: ImportRow): Promise<Plan> {
  const { org_id: orgId, id } = row;
  const judged = judgedRows(row, ["person", "place", "started_at", "duration_seconds"]);
  const starts = await monthStarts(db, organization, id);
  const groups = await db.query<Group>(sql`
    with judged as materialized (
      select person, place, reason, duration_seconds,
             width_bucket(started_at, ${starts.map(({ start }) => start)}::timestamptz[]) as month
        from (${judged}) r
    )
    select person, place, month, reason, count(*) as rows, coalesce(sum(duration_seconds), 0)::bigint as seconds
      from judged
     group by grouping sets ((person, reason), (place, reason), (month, reason))`);
  await markUsed(db, orgId, id, groups);
  const totals = await sumUp(
    db,
    row,
    groups,
    starts.map(({ month }) => month),
  );
  const leftOut = reasonsOf(groups);
  const doubts = await listDoubts(db, orgId, id, { after: 0, limit: shownDoubts });
  const [{ count } = { count: 0 }] = await db.query<{ count: number }>(
    sql`select coalesce(sum(rows), 0)::bigint as count from import_doubt_blocks where org_id = ${orgId} and import_id = ${id}`,
  );
  return {
    creates: await countCreates(db, row, totals),
    totals,
    leftOut,
    lookalikes: sumOf(groups, "lookalike"),
    alreadyThere: sumOf(groups, "already_there").rows,
    breaks: await countBroken(db, organization.entry_rules, row),
    doubts: { count, first: doubts.map(({ number: _number, ...doubt }) => doubt) },
    money: await sumMoney(db, organization, row),
    questions: questionsOf(row),
  };
}

async function markUsed(db: Database, orgId: string, importId: string, groups: Group[]): Promise<void> {
  const taken = groups.filter(({ reason }) => reason === null);
  const people = taken.flatMap(({ person }) => person ?? []);
  const places = taken.flatMap(({ place }) => place ?? []);
  await db.query(sql`
    update import_people set used = number = any(${people}::integer[]) where org_id = ${orgId} and import_id = ${importId}`);
  await db.query(sql`
    update import_places set used = number = any(${places}::integer[]) where org_id = ${orgId} and import_id = ${importId}`);
}

async function sumUp(db: Database, row: ImportRow, groups: Group[], months: string[]): Promise<Totals> {
  const { org_id: orgId, id } = row;
  const people = new Map((await listPeople(db, orgId, [id])).map((person) => [person.number, person]));
  const places = await db.query<Place>(sql`
    select number, client, project from import_places where org_id = ${orgId} and import_id = ${id}`);
  const placeOf = new Map(places.map((place) => [place.number, place]));
  const [ofPeople, ofProjects, ofMonths, all] = [new Sorted(), new Sorted(), new Sorted(), new Sorted()];
  for (const group of groups) {
    if (group.person !== null) {
      ofPeople.add(String(group.person), group);
      all.add("", group);
    } else if (group.place !== null) {
      const { client = null, project = null } = placeOf.get(group.place) ?? {};
      ofProjects.add(JSON.stringify([client, project]), group);
    } else if (group.month !== null && group.month > 0) ofMonths.add(months[group.month - 1] ?? "", group);
  }
  return {
    ...(all.sums.get("") ?? noSums()),
    people: [...ofPeople.sums].map(([number, sums]) => {
      const { name = "", email = null } = people.get(Number(number)) ?? {};
      return { name, email, ...sums };
    }),
    projects: [...ofProjects.sums]
      .toSorted(([, a], [, b]) => b.source.seconds - a.source.seconds)
      .slice(0, shownProjects)
      .map(([key, sums]) => {
        const [client, project] = JSON.parse(key) as [string | null, string];
        return { client, project, ...sums };
      }),
    months: [...ofMonths.sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([month, sums]) => ({ month, ...sums })),
  };
}

const noSums = (): BothSums => ({ source: { rows: 0, seconds: 0 }, imported: { rows: 0, seconds: 0 } });

class Sorted {
  readonly sums = new Map<string, BothSums>();

  add(key: string, { rows, seconds, reason }: Group): void {
    const sums = this.sums.get(key) ?? noSums();
    this.sums.set(key, sums);
    for (const sum of reason === null ? [sums.source, sums.imported] : [sums.source]) {
      sum.rows += rows;
      sum.seconds += seconds;
    }
  }
}

function reasonsOf(groups: Group[]): Preview["leftOut"] {
  const found = new Map<string, Preview["leftOut"][number]>();
  for (const { person, reason: judged, rows, seconds } of groups) {
    const reason = judged === "lookalike" ? "already_there" : judged;
    if (person === null || reason === null) continue;
    const sum = found.get(reason) ?? { reason, rows: 0, seconds: 0 };
    found.set(reason, { reason, rows: sum.rows + rows, seconds: sum.seconds + seconds });
  }
  return [...found.values()];
}

function sumOf(groups: Group[], wanted: Group["reason"]): Sums {
  const found = groups.filter(({ person, reason }) => person !== null && reason === wanted);
  const sum = (of: "rows" | "seconds") => found.reduce((total, group) => total + group[of], 0);
  return { rows: sum("rows"), seconds: sum("seconds") };
}

async function countCreates(db: Database, row: ImportRow, { imported }: Totals): Promise<Preview["creates"]> {
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
  return { ...one(counts), tags: one(tags).count, entries: imported.rows };
}

async function sumMoney(db: Database, { currency }: OrganizationRow, row: ImportRow): Promise<Preview["money"]> {
  // Rows that an earlier version staged may lack a currency.
  const sums = await db.query<{ currency: string; rows: number; sourceMinor: number }>(sql`
    select coalesce(currency, ${currency}) as currency, count(*) as rows, sum(amount_minor)::bigint as "sourceMinor"
      from (${stagedRows(row, ["currency", "amount_minor"], sql`b.amount_minor is not null`)}) r
     where amount_minor is not null
     group by 1 order by 1`);
  return sums.map((sum) => ({ ...sum, importedMinor: null }));
}

function questionsOf({
  facts,
  encoding,
  date_order: order,
  duration_unit: unit,
  decimal_mark: mark,
}: ImportRow): Question[] {
  const { dateOrder, durationUnit, decimalMark, encoding: guess } = facts ?? {};
  const questions: Question[] = [];
  const answers = guess?.answers ?? [];
  if (encoding === null && answers.length > 0) {
    const code = "encoding";
    const message = `The file isn't UTF-8, and nothing in it shows its encoding. Choose encoding: ${answers.map(({ value }) => value).join(", ")}.`;
    const shown = answers.map((answer) => ({ ...answer, seconds: 0, first: [] }));
    questions.push({ code, message, line: null, file: null, example: null, answers: shown });
  }
  if (order === null && dateOrder !== undefined && "ambiguous" in dateOrder) {
    const { ambiguous: example, line, file } = dateOrder;
    const [where, others] =
      file === undefined ? ["", ""] : [` in ${file}`, ", and the files of its people don't agree on one"];
    const message = `Dates such as ${example}${where} can begin with the day or the month, and no row in the file shows which${others}. Choose dateOrder: dmy or mdy.`;
    questions.push({ code: "date_order", message, line, file: file ?? null, example, answers: [] });
  }
  if (unit === null && durationUnit !== undefined && "ambiguous" in durationUnit) {
    const { ambiguous: example, line, answers } = durationUnit;
    const message = `Durations such as ${example} can be hours, minutes or seconds, and nothing in the file shows which. Choose durationUnit: hours, minutes or seconds.`;
    questions.push({ code: "duration_unit", message, line, file: null, example, answers: withoutTexts(answers) });
  }
  if (mark === null && decimalMark !== undefined && "ambiguous" in decimalMark) {
    const { ambiguous: example, line, answers } = decimalMark;
    const message = `In numbers such as ${example}, the separator can be a decimal or a thousands separator, and no other number in the file shows which. Choose decimalMark: comma or point.`;
    questions.push({ code: "decimal_mark", message, line, file: null, example, answers: withoutTexts(answers) });
  }
  return questions;
}

const withoutTexts = (answers: Answer<string>[]) => answers.map((answer) => ({ ...answer, texts: [] }));
