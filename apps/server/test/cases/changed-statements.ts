import fc from "fast-check";
import { arbitraryStatement } from "./arbitrary-statements.ts";

type Path = (string | number)[];
type Json = null | string | number | Json[] | { [name: string]: Json };

/** Returns the paths of all values within a value, excluding the value itself. */
function pathsIn(value: Json): Path[] {
  if (typeof value !== "object" || value === null) return [];
  const inner: [string | number, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return inner.flatMap(([name, field]) => [[name], ...pathsIn(field).map((path) => [name, ...path])]);
}

function othersThan(value: Json): Json[] {
  if (typeof value === "number") return [value + 1, value - 1, value + 0.5, String(value), null];
  if (typeof value === "string")
    return [`${value}0`, value.slice(1), value.toUpperCase(), value.replace(/\d/, "7"), "\ud800", 0, null];
  if (value === null) return ["0".repeat(64), 0, ""];
  if (Array.isArray(value)) return [[...value, value[0] ?? "x"], value.slice(1), value.toReversed(), {}];
  return [{ ...value, more: 1 }, [], null];
}

/** Generates statements in which one value was replaced or removed. */
export function changedStatement(): fc.Arbitrary<{ statement: unknown; what: string }> {
  return (
    fc
      .tuple(arbitraryStatement({ maxEntries: 5 }), fc.nat(), fc.nat())
      .map(([original, at, how]) => {
        const statement = structuredClone(original) as unknown as Record<string, Json>;
        const paths = pathsIn(statement);
        const path = paths[at % paths.length] ?? [];
        const name = path.at(-1) ?? "";
        let holder = statement as Record<string | number, Json>;
        for (const step of path.slice(0, -1)) holder = holder[step] as Record<string | number, Json>;
        const before = holder[name] as Json;
        const others = [...othersThan(before), undefined].filter(
          (other) => JSON.stringify(other) !== JSON.stringify(before),
        );
        const other = others[how % others.length];
        if (other !== undefined) holder[name] = other;
        else if (Array.isArray(holder)) holder.splice(Number(name), 1);
        else delete holder[name];
        return { statement, path, what: `/${path.join("/")}: ${JSON.stringify(before)} → ${JSON.stringify(other)}` };
      })
      // Exclude statements from which `amounts` was removed. They are valid, because the API leaves out amounts for
      // readers who are not allowed to see them.
      .filter(({ statement }) => "amounts" in statement)
  );
}
