import type { ErrorObject } from "ajv";
import type { FieldError } from "#platform/errors.ts";

type Fault = Pick<FieldError, "code" | "message">;

const typeNames: Record<string, string> = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/**
 * Describes faults of a single value by the JSON Schema keyword that it violates. Lists only keywords that our schemas
 * use.
 */
const faults: Record<string, (error: ErrorObject) => Fault> = {
  type: ({ params }) => {
    const names = [params["type"]].flat().map((name: string) => typeNames[name] ?? name);
    return { code: "wrong_type", message: `must be ${names.join(" or ")}` };
  },
  enum: ({ params }) => ({ code: "not_allowed", message: `must be one of ${list(params["allowedValues"])}` }),
  const: ({ params }) => ({ code: "not_allowed", message: `must be ${JSON.stringify(params["allowedValue"])}` }),
  pattern: ({ parentSchema }) => {
    const { examples = [] } = parentSchema as { examples?: unknown[] };
    return { code: "bad_format", message: `must look like ${examples.join(" or ")}` };
  },
  minimum: ({ params }) => ({ code: "out_of_range", message: `must be at least ${params["limit"]}` }),
  maximum: ({ params }) => ({ code: "out_of_range", message: `must be at most ${params["limit"]}` }),
  maxLength: ({ params }) => ({ code: "too_long", message: `must have at most ${count(params, "character")}` }),
  maxItems: ({ params }) => ({ code: "too_long", message: `must have at most ${count(params, "item")}` }),
  minLength: ({ params }) => ({ code: "too_short", message: `must have at least ${count(params, "character")}` }),
  minItems: ({ params }) => ({ code: "too_short", message: `must have at least ${count(params, "item")}` }),
  uniqueItems: () => ({ code: "uniqueItems", message: "must not contain the same item twice" }),
};

/** Describes a fault in plain words, unlike Ajv's messages. */
export function sayFault(error: ErrorObject): Fault {
  return faults[error.keyword]?.(error) ?? { code: error.keyword, message: "is not valid" };
}

function list(values: unknown): string {
  return (values as unknown[]).map(String).join(", ");
}

function count({ limit }: Record<string, unknown>, what: string): string {
  return `${String(limit)} ${what}${limit === 1 ? "" : "s"}`;
}
