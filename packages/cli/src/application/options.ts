// The kinds of options and arguments, as Stricli reads them.

const text = (input: string): string => input;

export const option = (brief: string, placeholder: string) =>
  ({ kind: "parsed", parse: text, brief, placeholder, optional: true }) as const;

export const several = (brief: string, placeholder: string) =>
  ({ kind: "parsed", parse: text, brief, placeholder, optional: true, variadic: true }) as const;

export const toggle = (brief: string) => ({ kind: "boolean", brief, default: false, withNegated: false }) as const;

export const words = (brief: string, placeholder: string, minimum = 0) =>
  ({ kind: "array", minimum, parameter: { parse: text, brief, placeholder } }) as const;

export const word = (brief: string, placeholder: string) => ({ parse: text, brief, placeholder }) as const;

export const optionalWord = (brief: string, placeholder: string) =>
  ({ parse: text, brief, placeholder, optional: true }) as const;

interface Option {
  kind: "parsed" | "boolean" | "enum";
  optional?: true;
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
