import type { EntryFields } from "./write.ts";

/** Whether an entry has these field values. Compares instants as instants, and tags as sets. */
export function sameFields(entry: Partial<EntryFields>, fields: Partial<EntryFields>): boolean {
  return (Object.keys(fields) as (keyof EntryFields)[]).every((name) => same(name, entry[name], fields[name]));
}

function same(name: keyof EntryFields, left: unknown, right: unknown): boolean {
  if (name === "startedAt") return Date.parse(left as string) === Date.parse(right as string);
  if (name === "tags") return (left as string[]).toSorted().join("\n") === (right as string[]).toSorted().join("\n");
  return left === right;
}
