import { formatInstant, parseInstant } from "#platform/time.ts";
import type { Money } from "#identity/access.ts";
import type { Resource } from "#identity/history/resource.ts";

type Fields = Record<string, unknown>;

const hidden = new Set(["orgId", "id", "version", "createdAt", "updatedAt"]);

// A second line of defense: change rows contain only digests of secrets, never the secrets themselves.
const secret = /(_hash|_digest|(^|_)(sealed|secret|token|password|api_key|codes))$/;
const instant = /_(at|since|until)$/;

/**
 * Returns the fields to show for a change row. They have the API's names if `toFields` is given, and otherwise the
 * columns' names in camel case.
 */
export function shownFields(row: Fields, money: Money, toFields: Resource["toShown"]): Fields {
  const stored = Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, instant.test(column) ? asInstant(value) : value]),
  );
  const fields = toFields === undefined ? stored : { ...toFields(stored, money) };
  return shown(fields, money !== "none", hidden);
}

function shown(fields: Fields, showsMoney: boolean, without: ReadonlySet<string> = new Set()): Fields {
  const entries: [string, unknown][] = [];
  for (const [column, value] of Object.entries(fields)) {
    const name = column.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
    if (value === undefined || without.has(name) || secret.test(column)) continue;
    if (!showsMoney && name.endsWith("Minor")) continue;
    entries.push([name, asValue(value, showsMoney)]);
  }
  return Object.fromEntries(entries);
}

function asValue(value: unknown, showsMoney: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => asValue(each, showsMoney));
  return typeof value === "object" && value !== null ? shown(value as Fields, showsMoney) : value;
}

/** Formats instants as the API does, because change rows written in SQL contain PostgreSQL's format. */
function asInstant(value: unknown): unknown {
  const ms = typeof value === "string" ? parseInstant(value) : undefined;
  return ms === undefined ? value : formatInstant(ms);
}
