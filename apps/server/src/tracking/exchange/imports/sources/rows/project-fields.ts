import type { Shown } from "#platform/fields/fields.ts";
import { normalName } from "#tracking/exchange/imports/sources/values/texts.ts";
import { projectFields } from "#tracking/ledger/projects/fields.ts";

type All = typeof projectFields;
type Imported = { -readonly [Name in keyof All as All[Name]["inFiles"] extends true ? Name : never]: All[Name] };

/** The fields of a project in a file, except for its name, its client and whether it is archived. */
export type ProjectFields = { [Name in keyof Imported]?: NonNullable<Shown<Imported>[Name]> | undefined };

interface Limits {
  type?: unknown;
  maxLength?: number;
  pattern?: string;
}

const imported = Object.entries(projectFields)
  .filter(([, { inFiles }]) => inFiles)
  .map(([name, { schema }]) => ({ name, limits: schema as Limits }));

/** Reads the project fields from a row of Stint's list of projects. */
export function readProjectFields(row: Record<string, string>): ProjectFields {
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
