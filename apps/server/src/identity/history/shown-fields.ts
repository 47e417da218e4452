import { formatInstant, parseInstant } from "#platform/time.ts";

type Fields = Record<string, unknown>;

/** Columns that say nothing to a reader: bookkeeping, and what is only kept for searching. */
const hidden = new Set([
  "org_id",
  "id",
  "version",
  "created_at",
  "updated_at",
  "tag_keys",
  "purged_at",
  "locked_before",
  "rules_version",
]);

// Change rows hold no secrets; should one ever get there, it is not shown.
const secret = /(_hash|(^|_)(sealed|secret|token|password|api_key|codes))$/;
const instant = /_(at|since|until)$/;

/** What a row of a change shows, under the names that the API uses. */
export function shownFields(row: Fields, showsMoney: boolean): Fields {
  const { rounding_mode: mode, rounding_minutes: minutes, billable_choice: choice, ...columns } = row;
  const own: Fields = { ...columns };
  if (mode !== undefined) own["rounding"] = mode === null ? null : { mode, minutes };
  // Of an entry the API shows what counts, of a timer what was chosen.
  if (choice !== undefined && !("billable" in own)) own["billable"] = choice;
  if (!showsMoney && isMoney(own["budget"])) delete own["budget"];
  if (!showsMoney && "threshold_percent" in own && isMoney(own)) return { kind: own["kind"] };
  return shown(own, showsMoney, hidden);
}

function shown(fields: Fields, showsMoney: boolean, without: ReadonlySet<string> = new Set()): Fields {
  const entries: [string, unknown][] = [];
  for (const [column, value] of Object.entries(fields)) {
    if (without.has(column) || secret.test(column)) continue;
    const name = column.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
    if (!showsMoney && (name.endsWith("Minor") || name.endsWith("ateSource"))) continue;
    entries.push([name, instant.test(column) ? asInstant(value) : asValue(value, showsMoney)]);
  }
  return Object.fromEntries(entries);
}

function asValue(value: unknown, showsMoney: boolean): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? shown(value as Fields, showsMoney) : value;
}

/** Statements and the service spell instants unlike. */
function asInstant(value: unknown): unknown {
  const ms = typeof value === "string" ? parseInstant(value) : undefined;
  return ms === undefined ? value : formatInstant(ms);
}

/** Whether a budget, or what it has come to, is one of money. */
function isMoney(budget: unknown): boolean {
  return typeof budget === "object" && budget !== null && (budget as Fields)["kind"] !== "time";
}
