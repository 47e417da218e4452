import { type Actor, may, type Money, moneyIn, type Reach, reachOf } from "#identity/access.ts";
import { dateAt } from "#platform/days.ts";
import type { Column } from "#platform/tables/table.ts";
import type { TableWords } from "#tracking/reports/table-language.ts";
import { fieldsSeen } from "#tracking/entries/time-entries/fields.ts";
import { shownEntry } from "#tracking/entries/time-entries/to-time-entry.ts";
import type { ReportedEntryRow } from "./queries.ts";

/** The most that the actor may see of the amounts of any entry. */
function mostMoney(reach: Reach): Money {
  if (reach === "everyone") return "all";
  return reach.size > 0 ? "amounts" : "none";
}

type EntryRecord = Record<string, unknown>;

/** The entry as the API shows it to the actor, with the names that its ids refer to. */
export function toRecord(row: ReportedEntryRow, actor: Actor, currency: string): EntryRecord {
  return {
    ...shownEntry(row, actor),
    userName: row.user_name,
    clientId: row.client_id,
    clientName: row.client_name,
    projectName: row.project_name,
    taskName: row.task_name,
    currency,
  };
}

const names = ["userName", "clientId", "clientName", "projectName", "taskName", "currency"];

/** The columns of the API's fields that the actor may see. */
export function recordColumns(actor: Actor): Column<EntryRecord>[] {
  const fields = fieldsSeen(mostMoney(reachOf(actor, "costs:read")), may(actor, "billing:read"));
  const kindOf = ({ form }: (typeof fields)[number]): Column<EntryRecord>["kind"] =>
    form === "integer" || form === "instant" ? form : form === "end" ? "instant" : "text";
  const kinds = new Map(fields.map((field) => [field.name, kindOf(field)]));
  return [...fields.map(({ name }) => name).filter((name) => name !== "deletedAt"), ...names].map((header) => ({
    header,
    kind: kinds.get(header) ?? "text",
    value(record) {
      const value = record[header] ?? null;
      return value === null || typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);
    },
  }));
}

/**
 * The columns for people, without ids. Days and times are in `timeZone`. The billable hours, from which amounts are
 * computed, come last, because they were added later and programs may read the others by position.
 */
export function wordedColumns(
  actor: Actor,
  { words, currency, timeZone }: { words: TableWords; currency: string; timeZone: string },
): Column<ReportedEntryRow>[] {
  const reach = reachOf(actor, "costs:read");
  const { groupings } = words;
  const text = (header: string, value: (row: ReportedEntryRow) => string | null): Column<ReportedEntryRow> => ({
    header,
    kind: "text",
    value,
  });
  const secondOfDay = (ms: number) => {
    const { hour, minute, second } = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
    return (hour * 60 + minute) * 60 + second;
  };
  const startOf = (row: ReportedEntryRow) => Date.parse(row.started_at);
  const amount: Column<ReportedEntryRow> = {
    header: `${words.amount} (${currency})`,
    kind: "money",
    isSummed: true,
    value: (row) => (moneyIn(reach, row.user_id) === "none" ? null : row.amount_minor),
  };
  return [
    { header: words.day, kind: "day", value: (row) => dateAt(startOf(row), timeZone) },
    { header: words.start, kind: "duration", value: (row) => secondOfDay(startOf(row)) },
    { header: words.end, kind: "duration", value: (row) => secondOfDay(startOf(row) + row.duration_seconds * 1000) },
    { header: words.hours, kind: "hours", isSummed: true, value: (row) => row.duration_seconds },
    text(groupings.user, (row) => row.user_name),
    text(groupings.client, (row) => row.client_name),
    text(groupings.project, (row) => row.project_name),
    text(groupings.task, (row) => row.task_name),
    text(words.description, (row) => row.description),
    text(words.tags, (row) => row.tags.join(", ")),
    text(words.billable, (row) => (row.billable ? words.yes : words.no)),
    ...(mostMoney(reach) === "none" ? [] : [amount]),
    { header: words.billableHours, kind: "hours", isSummed: true, value: (row) => row.billable_seconds },
  ];
}
