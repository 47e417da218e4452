import { type Context, print } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";

/** Prints objects as JSON. `fields` is a comma-separated selection of `known`; an empty string selects all. */
export function writeJson(
  context: Context,
  value: object | readonly object[],
  fields: string,
  known: readonly string[],
): void {
  const names = checkFields(fields, known);
  const select = (object: object) =>
    names.length === 0
      ? object
      : Object.fromEntries(names.map((name) => [name, (object as Record<string, unknown>)[name]]));
  const result = Array.isArray(value) ? (value as object[]).map(select) : select(value);
  print(context, JSON.stringify(result, null, context.process.stdout.isTTY ? 2 : undefined));
}

/** Prints what a command has done: as text or, with `--json`, as an object. */
export function writeResult(
  context: Context,
  text: string,
  value: object,
  json: string | undefined,
  known = Object.keys(value),
): void {
  if (json === undefined) print(context, text);
  else writeJson(context, value, json, known);
}

/** Returns the fields that `--json` selects. Throws if one is not known. */
export function checkFields(fields = "", known: readonly string[]): string[] {
  const names = fields
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const wrong = names.find((name) => !known.includes(name));
  if (wrong !== undefined) throw wrongInput(`There is no field "${wrong}".`, `The fields are ${known.join(", ")}.`);
  return names;
}
