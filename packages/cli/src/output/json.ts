import { pick } from "@stint/offline/fields.ts";
import { type Context, print } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";

/** Prints objects as JSON. `fields` is a comma-separated selection of their fields; an empty string selects all. */
export function writeJson(context: Context, value: object | readonly object[], fields: string): void {
  const names = namesIn(fields);
  const select = (object: object) => (names.length === 0 ? object : pick(object, names));
  const result = Array.isArray(value) ? (value as object[]).map(select) : select(value);
  print(context, JSON.stringify(result, null, context.process.stdout.isTTY ? 2 : undefined));
}

/** Prints what a command has done: as text or, with `--json`, as an object. */
export function writeResult(context: Context, text: string, value: object, json: string | undefined): void {
  if (json === undefined) print(context, text);
  else writeJson(context, value, json);
}

/** Throws if `--json` selects an unknown field. */
export function checkFields(fields = "", known: readonly string[]): void {
  const wrong = namesIn(fields).find((name) => !known.includes(name));
  if (wrong !== undefined) throw wrongInput(`There is no field "${wrong}".`, `The fields are ${known.join(", ")}.`);
}

const namesIn = (fields: string): string[] =>
  fields
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
