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

/** The project fields among these values, without values that cannot be stored. */
export function storableFields(given: Readonly<Record<string, unknown>>): ProjectFields {
  const storable = imported.flatMap(({ name, limits }) => {
    const value = given[name];
    const fitted = typeof value === "string" ? storableValue(value, limits) : value;
    return fitted === undefined ? [] : [[name, fitted]];
  });
  return Object.fromEntries(storable) as ProjectFields;
}

function storableValue(text: string, { type, maxLength, pattern }: Limits): string | boolean | undefined {
  if (type === "boolean") return text === "true";
  const name = normalName(text, maxLength);
  return name === undefined || (pattern !== undefined && !new RegExp(pattern).test(name)) ? undefined : name;
}
