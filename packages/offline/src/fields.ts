type Fields = Record<string, unknown>;

/** The names of the fields whose values the object lacks. */
export function differing(object: object, fields: object): string[] {
  return Object.entries(fields)
    .filter(([name, value]) => !isSame((object as Fields)[name], value))
    .map(([name]) => name);
}

export const sameFields = (object: object, fields: object): boolean => differing(object, fields).length === 0;

/** The names of fields that someone else has changed since they were `seen`, to other values than `set`. */
export function overwritten(now: object, seen: object, set: object): string[] {
  return differing(now, seen).filter((name) => !(name in set) || !sameFields(now, pick(set, [name])));
}

export function pick(object: object, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, (object as Fields)[name]]));
}

export function withoutUndefined<Value extends object>(
  fields: Value,
): { [Name in keyof Value]: NonNullable<Value[Name]> | Extract<Value[Name], null> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Compares timestamps by instant, and tags as sets. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) return new Set(left).symmetricDifference(new Set(right)).size === 0;
  if (typeof left === "string" && typeof right === "string" && /^\d{4}-\d\d-\d\dT/.test(right))
    return Date.parse(left) === Date.parse(right);
  return false;
}
