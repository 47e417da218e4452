import { type Actor, may } from "#identity/access.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { rowsOfJson, rowsOfTurn } from "#platform/process/row-counts.ts";
import { AppError } from "#platform/errors.ts";
import { moneyText } from "#platform/tables/number-text.ts";
import type { Column } from "#platform/tables/table.ts";
import type { TableWords } from "#tracking/reports/table-language.ts";
import { type LineRow, linesStatement } from "./line-queries.ts";
import type { BillingBatchRow } from "./billing-batch.ts";
import type { BillingLine, LineGrouping } from "./line-schemas.ts";

export async function readLines(
  db: DatabasePool,
  actor: Actor,
  batch: BillingBatchRow,
  groupBy: readonly LineGrouping[],
) {
  const statement = linesStatement({ orgId: actor.orgId, batchId: batch.id, groupBy }, rowsOfJson + 1);
  const rows = await db.query<LineRow>(statement);
  if (rows.length > rowsOfJson)
    throw new AppError(
      "too_many_groups",
      `There are more than ${rowsOfJson} lines. Group them differently, or ask for format=csv.`,
    );
  const showsMoney = may(actor, "costs:read");
  return {
    reference: batch.reference,
    billedOn: batch.billed_on,
    currency: batch.currency,
    data: rows.map((row) => toLine(row, showsMoney)),
    totals: {
      entries: batch.entries,
      billableSeconds: batch.billable_seconds,
      quantity: toQuantity(rows.reduce((sum, row) => sum + row.hundredths, 0)),
      ...(showsMoney ? { amountMinor: batch.amount_minor } : {}),
    },
  };
}

export function streamLines(
  reports: DatabasePool,
  { orgId }: Actor,
  { id }: BillingBatchRow,
  groupBy: readonly LineGrouping[],
): AsyncIterable<LineRow[]> {
  const statement = linesStatement({ orgId, batchId: id, groupBy });
  return reports.stream<LineRow>(statement, { batchSize: rowsOfTurn });
}

function toQuantity(hundredths: number): string {
  return moneyText(hundredths, 2);
}

function toLine(row: LineRow, showsMoney: boolean): BillingLine {
  const money = { unitPriceMinor: row.unit_price_minor, amountMinor: row.amount_minor, exact: row.exact };
  return {
    ...toGroup(row),
    entries: row.entries,
    billableSeconds: row.billable_seconds,
    quantity: toQuantity(row.hundredths),
    ...(showsMoney ? money : {}),
  };
}

const groupFields = {
  clientId: "client_id",
  clientName: "client_name",
  projectId: "project_id",
  projectName: "project_name",
  taskId: "task_id",
  taskName: "task_name",
  userId: "user_id",
  userName: "user_name",
  date: "day",
  entryId: "entry_id",
  startedAt: "started_at",
  description: "description",
} as const satisfies Partial<Record<keyof BillingLine, keyof LineRow>>;

function toGroup(row: LineRow): BillingLine {
  const fields = Object.entries(groupFields).filter(([, column]) => row[column] !== undefined);
  return Object.fromEntries(fields.map(([field, column]) => [field, row[column]])) as unknown as BillingLine;
}

const fieldsOf: Record<LineGrouping, readonly (keyof typeof groupFields)[]> = {
  client: ["clientId", "clientName"],
  project: ["clientId", "clientName", "projectId", "projectName"],
  task: ["clientId", "clientName", "projectId", "projectName", "taskId", "taskName"],
  user: ["userId", "userName"],
  date: ["date"],
  entry: Object.keys(groupFields) as (keyof typeof groupFields)[],
};

/** The columns of exported lines. Money appears twice: in minor units as in JSON, and in decimals for spreadsheets. */
export function lineColumns(
  actor: Actor,
  { reference, billed_on: billedOn, currency }: BillingBatchRow,
  groupBy: readonly LineGrouping[],
): Column<LineRow>[] {
  const fields = new Set(groupBy.flatMap((grouping) => fieldsOf[grouping]));
  const money: Column<LineRow>[] = [
    { header: "unitPriceMinor", kind: "integer", value: (row) => row.unit_price_minor },
    { header: "amountMinor", kind: "integer", value: (row) => row.amount_minor },
    { header: "exact", kind: "text", value: (row) => String(row.exact) },
    { header: "currency", kind: "text", value: () => currency },
    { header: "unitPrice", kind: "money", value: (row) => row.unit_price_minor },
    { header: "amount", kind: "money", value: (row) => row.amount_minor },
  ];
  return [
    { header: "reference", kind: "text", value: () => reference },
    { header: "billedOn", kind: "day", value: () => billedOn },
    ...[...fields].map((header): Column<LineRow> => {
      const kind = header === "date" ? "day" : header === "startedAt" ? "instant" : "text";
      return { header, kind, value: (row) => row[groupFields[header]] ?? null };
    }),
    { header: "entries", kind: "integer", value: (row) => row.entries },
    { header: "billableSeconds", kind: "integer", value: (row) => row.billable_seconds },
    { header: "quantity", kind: "hundredths", value: (row) => row.hundredths },
    ...(may(actor, "costs:read") ? money : []),
  ];
}

/** The columns of exported lines for people, without ids. */
export function wordedLineColumns(
  actor: Actor,
  { currency }: BillingBatchRow,
  { groupBy, words }: { groupBy: readonly LineGrouping[]; words: TableWords },
): Column<LineRow>[] {
  const { groupings } = words;
  const headers: Partial<Record<keyof typeof groupFields, string>> = {
    clientName: groupings.client,
    projectName: groupings.project,
    taskName: groupings.task,
    userName: groupings.user,
    date: groupings.date,
    description: words.description,
  };
  const fields = new Set(groupBy.flatMap((grouping) => fieldsOf[grouping]));
  const money: Column<LineRow>[] = [
    { header: `${words.unitPrice} (${currency})`, kind: "money", value: (row) => row.unit_price_minor },
    { header: `${words.amount} (${currency})`, kind: "money", isSummed: true, value: (row) => row.amount_minor },
  ];
  return [
    ...[...fields].flatMap((field): Column<LineRow>[] => {
      const header = headers[field];
      if (header === undefined) return [];
      return [{ header, kind: field === "date" ? "day" : "text", value: (row) => row[groupFields[field]] ?? null }];
    }),
    { header: words.hours, kind: "hundredths", isSummed: true, value: (row) => row.hundredths },
    ...(may(actor, "costs:read") ? money : []),
  ];
}
