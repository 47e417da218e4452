import { cleanName } from "#platform/text.ts";

interface Part {
  format?: string;
  properties?: Record<string, Part>;
  items?: Part;
}

type Clean = (value: unknown) => unknown;

/**
 * Returns a function that cleans the names in a value, that is, the texts whose format is `name`: control codes and
 * line breaks become blanks, and invisible differences are removed. Changes objects and lists in place. Leaves names
 * that must equal stored ones (`stored-name`), because those may be older than this rule. Undefined if the schema has
 * no names.
 */
export function nameCleaner(schema: object): Clean | undefined {
  const { format, properties, items }: Part = schema;
  if (format === "name") return (value) => (typeof value === "string" ? cleanName(value) : value);
  if (items !== undefined) {
    const clean = nameCleaner(items);
    return clean && ((value) => (Array.isArray(value) ? value.map(clean) : value));
  }
  const parts = Object.entries(properties ?? {}).flatMap(([name, part]) => {
    const clean = nameCleaner(part);
    return clean === undefined ? [] : [{ name, clean }];
  });
  if (parts.length === 0) return undefined;
  return (value) => {
    if (typeof value !== "object" || value === null) return value;
    const fields = value as Record<string, unknown>;
    for (const { name, clean } of parts) if (Object.hasOwn(fields, name)) fields[name] = clean(fields[name]);
    return fields;
  };
}
