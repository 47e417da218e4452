// The kinds of options and arguments, as Stricli reads them.
import type { Context } from "#src/context/context.ts";

/** The placeholder in the help also names the kind of the value, so that Tab can offer the possible ones. */
export const word = (brief: string, placeholder: string, values?: readonly string[]) =>
  ({
    parse: (input: string): string => input,
    brief,
    placeholder,
    async proposeCompletions(this: Context, typed: string): Promise<readonly string[]> {
      return values ?? (await import("./values.ts")).valuesOf(this, placeholder, typed);
    },
  }) as const;

export const option = (brief: string, placeholder: string, values?: readonly string[]) =>
  ({ kind: "parsed", optional: true, ...word(`<${placeholder}> ${brief}`, placeholder, values) }) as const;

export const several = (brief: string, placeholder: string) =>
  ({ ...option(brief, placeholder), variadic: true }) as const;

export const toggle = (brief: string) => ({ kind: "boolean", brief, default: false, withNegated: false }) as const;

export const jsonOf = (fields: readonly string[]) =>
  ({ ...option("Print JSON, with all fields or only these", "fields", fields), inferEmpty: true, fields }) as const;

export const words = (brief: string, placeholder: string, minimum = 0) =>
  ({ kind: "array", minimum, parameter: word(brief, placeholder) }) as const;

export const optionalWord = (brief: string, placeholder: string) =>
  ({ ...word(brief, placeholder), optional: true }) as const;

interface Option {
  kind: "parsed" | "boolean" | "enum";
  optional?: true;
  /** The fields that `--json` can select. */
  fields?: readonly string[] | undefined;
}

export type Options = Readonly<Record<string, Option>>;

type ValueOf<Declared> = Declared extends { kind: "boolean" }
  ? boolean
  : Declared extends { values: readonly (infer Value)[] }
    ? readonly Value[]
    : Declared extends { variadic: true }
      ? readonly string[]
      : string;

type OptionalOf<Declared extends Options> = {
  [Name in keyof Declared]: Declared[Name] extends { optional: true } ? Name : never;
}[keyof Declared];

/** The values that a command gets for its declared options. */
export type FlagsOf<Declared extends Options> = {
  [Name in Exclude<keyof Declared, OptionalOf<Declared>>]: ValueOf<Declared[Name]>;
} & { [Name in OptionalOf<Declared>]?: ValueOf<Declared[Name]> };
