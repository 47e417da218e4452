// Reads the data of a result back out of its text, as a model has to do if its client shows it nothing else.
import assert from "node:assert/strict";
import type { Json } from "@stint/server/test/worlds/test-app.ts";

const text = String.raw`"(?:\\.|[^"\\])*"`;
const setting = new RegExp(String.raw`(\w+) (${text}|\[(?:${text}|[^\]"])*\]|[^,]+)(?:, |$)`, "gy");

/** Asserts that the text says everything in the data, except nulls. */
export function assertSameText(said: string, data: Json): void {
  const { message, note, ...fields } = data;
  for (const sentence of [message, note])
    if (sentence !== undefined) assert.ok(said.split("\n").includes(sentence), `${sentence} is missing in ${said}`);
  assert.deepEqual(readText(said, Object.keys(fields)), withoutNulls(fields), said);
}

/** Returns the fields with these names. */
export function readText(said: string, names: readonly string[]): Json {
  const lines = said.split("\n");
  const fields: Json = {};
  while (lines.length > 0) {
    const line = lines.shift() ?? "";
    const [, name = "", columns, value] = /^(\w+)(?: \((.*)\))?:(?: (.*))?$/.exec(line) ?? [];
    if (!names.includes(name)) continue;
    if (value === undefined) fields[name] = readRows(lines, (columns ?? "").split(", "), "");
    else fields[name] = /^(["[\d-]|true$|false$)/.test(value) ? JSON.parse(value) : readSet(value);
  }
  return fields;
}

/** Takes the rows of a table off the lines. */
function readRows(lines: string[], columns: string[], indent: string): Json[] {
  const rows: Json[] = [];
  for (let line = lines[0]; line !== undefined; line = lines[0]) {
    const [, inner = "", name = "", own] = /^( *)(\w+)(?: \((.*)\))?:$/.exec(line) ?? [];
    const row = rows.at(-1);
    if (inner.length > indent.length && row !== undefined) {
      lines.shift();
      row[name] = readRows(lines, own === undefined ? columns : own.split(", "), inner);
    } else if (new RegExp(String.raw`^${indent}(?:["[\d-]|true,|false,|null,)`).test(line)) {
      lines.shift();
      const cells = JSON.parse(`[${line}]`) as unknown[];
      assert.equal(cells.length, columns.length, line);
      rows.push(withoutNulls(Object.fromEntries(columns.map((column, at) => [column, cells[at]]))));
    } else break;
  }
  return rows;
}

const readSet = (said: string): Json =>
  Object.fromEntries([...said.matchAll(setting)].map(([, name = "", value = ""]) => [name, JSON.parse(value)]));

function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null)
      .map(([name, each]) => [name, withoutNulls(each)]),
  );
}
