import type { ProjectFields } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { normalName } from "./texts.ts";
import { projectFields } from "#tracking/ledger/projects/fields.ts";

interface Limits {
  type?: unknown;
  maxLength?: number;
  pattern?: string;
}

const imported = Object.entries(projectFields)
  .filter(([, { inFiles }]) => inFiles)
  .map(([name, { schema }]) => ({ name, limits: schema as Limits }));

/** Reads the project fields from a row of Stint's list of projects. */
export function readProjectFields(row: Readonly<Record<string, unknown>>): ProjectFields {
  const read = imported.map(({ name, limits }) => {
    const text = row[name] ?? "";
    return [name, limits.type === "boolean" ? text === "true" : text];
  });
  return Object.fromEntries(read) as ProjectFields;
}

/** Returns the fields without values that cannot be stored. */
export function storableFields(given: ProjectFields): ProjectFields {
  const values: Record<string, unknown> = given;
  const storable = imported.flatMap(({ name, limits }) => {
    const value = values[name];
    const fitted = typeof value === "string" ? storableText(value, limits) : value;
    return fitted === undefined ? [] : [[name, fitted]];
  });
  return Object.fromEntries(storable) as ProjectFields;
}

function storableText(text: string, { maxLength, pattern }: Limits): string | undefined {
  const name = normalName(text, maxLength);
  return name === undefined || (pattern !== undefined && !new RegExp(pattern).test(name)) ? undefined : name;
}
