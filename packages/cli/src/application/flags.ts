// Options that several commands share.

const text = (input: string): string => input;

export const option = (brief: string, placeholder: string) =>
  ({ kind: "parsed", parse: text, brief, placeholder, optional: true }) as const;

export const several = (brief: string, placeholder: string) =>
  ({ kind: "parsed", parse: text, brief, placeholder, optional: true, variadic: true }) as const;

export const toggle = (brief: string) => ({ kind: "boolean", brief, default: false, withNegated: false }) as const;

export const json = {
  kind: "parsed",
  parse: text,
  brief: "Print JSON, with all fields or only these",
  placeholder: "fields",
  optional: true,
  inferEmpty: true,
} as const;

export const fresh = toggle("Ask the server first");

export const writeFlags = {
  dryRun: toggle("Only show what would be done"),
  wait: toggle("Wait until the server has accepted it"),
  json,
} as const;

export const yes = toggle("Don't ask");

export const tag = several("Add a tag, like #tag in the text", "tag");

export const untag = several("Remove a tag", "tag");

export const billable = {
  kind: "boolean",
  brief: "Billable or not, overriding the project",
  optional: true,
} as const;

export const words = (brief: string, placeholder: string, minimum = 0) =>
  ({ kind: "array", minimum, parameter: { parse: text, brief, placeholder } }) as const;

export const word = (brief: string, placeholder: string) => ({ parse: text, brief, placeholder }) as const;

export const optionalWord = (brief: string, placeholder: string) =>
  ({ parse: text, brief, placeholder, optional: true }) as const;
