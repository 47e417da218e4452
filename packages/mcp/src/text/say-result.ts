// Some clients show the model only the text of a result, others only its data. So the text says everything that the
// data holds, except nulls. It is derived from the data here, so that no tool can leave something out:
//
//     2 entries.
//     time_zone: "Europe/Berlin"
//     entries (entry, version, duration, tags):
//     "time_0199", 3, "1:30", ["design"]
//     "time_019a", 1, "0:45", []
//
// A list of objects becomes a table, because repeating the names of the fields would double its length. Strings are
// in quotes, because people may have typed them. Only `message` and `note`, which the tools write, have none.

import type { Result } from "#src/protocol/tool.ts";
import { quote } from "./mark.ts";

type Fields = Record<string, unknown>;

/** Returns the text of a result: what it means, then its data in short lines. */
export function sayResult({ summary, data }: Result): string {
  const { message, note, ...fields } = data;
  const lines = Object.entries(fields).flatMap(([name, value]) => sayField(name, value));
  return [message, summary, ...lines, note].filter((line) => typeof line === "string" && line !== "").join("\n");
}

function sayField(name: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (isTable(value)) return sayTable(name, value);
  return [`${name}: ${isFields(value) ? saySet(value) : sayValue(value)}`];
}

/** Formats one row per object, and the lists of objects in it as further rows, indented below it. */
function sayTable(name: string, rows: readonly Fields[], indent = "", above = ""): string[] {
  const keys = [...new Set(rows.flatMap(Object.keys))];
  const columns = keys.filter((key) => rows.some((row) => isCell(row[key])));
  const tables = keys.filter((key) => rows.some((row) => isTable(row[key])));
  const head = columns.join(", ");
  return [
    `${indent}${name}${head === above ? "" : ` (${head})`}:`,
    ...rows.flatMap((row) => [
      indent + columns.map((column) => (isTable(row[column]) ? "null" : sayValue(row[column]))).join(", "),
      ...tables.flatMap((key) => {
        const inner = row[key];
        return isTable(inner) ? sayTable(key, inner, `${indent}  `, head) : [];
      }),
    ]),
  ];
}

function sayValue(value: unknown): string {
  if (typeof value === "string") return quote(value, Infinity);
  if (Array.isArray(value)) return `[${value.map(sayValue).join(", ")}]`;
  return isFields(value) ? `{${saySet(value)}}` : JSON.stringify(value ?? null);
}

function saySet(fields: Fields): string {
  const set = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return set.map(([name, value]) => `${name} ${sayValue(value)}`).join(", ");
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTable = (value: unknown): value is Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFields);
const isCell = (value: unknown) => value !== null && value !== undefined && !isTable(value);
