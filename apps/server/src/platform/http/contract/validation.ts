import { createRequire } from "node:module";
import type * as AjvModule from "ajv";
import type { Ajv, ErrorObject, ValidateFunction } from "ajv";
import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { AppError, escapePointer, type FieldError, withSubject } from "#platform/errors.ts";
import { isStorableText, isVisibleText } from "#platform/text.ts";
import { isCurrency } from "#platform/tables/currency.ts";
import { isDate, isTimeZone, readInstant, queryInstant } from "#platform/time.ts";
import { normalEmail } from "#platform/email.ts";
import { findNear } from "#platform/find-near.ts";
import { nextTurn } from "#platform/process/loop-turns.ts";
import { nameCleaner } from "./clean-names.ts";
import { findHabit, findHint } from "./explain-names.ts";
import { parseJsonObject } from "./json-body.ts";
import { sayFault } from "./say-fault.ts";

export const maxErrors = 1_000;

const name = {
  validate: (text: string) => isStorableText(text) && isVisibleText(text),
  says: "must contain a visible character and no NUL characters",
};

const formats: Record<string, { validate: (text: string) => boolean; says: string }> = {
  text: { validate: isStorableText, says: "must not contain NUL characters or half of a surrogate pair" },
  name,
  "stored-name": name,
  email: {
    validate: (text) => normalEmail(text) !== undefined,
    says: "must be one email address of at most 254 characters, such as jo@example.com",
  },
  "date-time": {
    validate: (text) => readInstant(text) !== undefined,
    says: "must be an ISO 8601 instant with an offset, 1970–2199, such as 2026-03-01T09:00:00Z",
  },
  "query-date-time": {
    validate: (text) => readInstant(queryInstant(text)) !== undefined,
    says: "must be an ISO 8601 instant with an offset (2026-03-01T09:00:00Z; write + as %2B), 1970–2199",
  },
  date: { validate: isDate, says: "must be a date from 1970 to 2199, such as 2026-03-01" },
  "date-or-date-time": {
    validate: (text) => isDate(text) || readInstant(queryInstant(text)) !== undefined,
    says: "must be a date (2026-03-01) or an ISO 8601 instant with an offset (2026-03-01T09:00:00Z; write + as %2B), 1970–2199",
  },
  currency: { validate: isCurrency, says: "must be an ISO 4217 currency code, such as EUR" },
  "time-zone": { validate: isTimeZone, says: "must be an IANA time zone, such as Europe/Berlin" },
};

const load = createRequire(import.meta.url);

/** Creates an Ajv on first use, because loading its modules would delay startup. */
function lazyAjv(options: { coerce: boolean }): () => Ajv {
  let made: Ajv | undefined;
  return () => (made ??= newAjv(options));
}

function newAjv(options: { coerce: boolean }): Ajv {
  const { Ajv } = load("ajv") as typeof AjvModule;
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    // Our schemas contain OpenAPI and TypeBox annotations, which strict mode would reject.
    strict: false,
    // The meta-schema takes longer to compile than any of our schemas, and redocly already checks our schemas in the
    // OpenAPI document.
    meta: false,
    validateSchema: false,
    removeAdditional: false,
    useDefaults: false,
    coerceTypes: options.coerce ? "array" : false,
  });
  for (const [name, { validate }] of Object.entries(formats)) ajv.addFormat(name, validate);
  return ajv;
}

const bodies = lazyAjv({ coerce: false });
const queries = lazyAjv({ coerce: true });

/** Loads Ajv, so that the first request doesn't wait for it. */
export async function loadValidation(): Promise<void> {
  for (const ajv of [bodies, queries]) {
    ajv().compile({ type: "object", properties: {}, additionalProperties: false });
    await nextTurn();
  }
}

/**
 * Returns Fastify's compiler for request parts. Bodies arrive as bytes; they are parsed and checked without coercion,
 * whereas query values are coerced. A body that is not a JSON object or lacks a required field results in 400, every
 * other fault in 422. `uncheckedItems` names a list in the body whose items are left to the verb, which uses a
 * `fieldChecker`.
 */
export function requestCompiler(options: { uncheckedItems?: string } = {}): FastifySchemaCompiler<TSchema> {
  return ({ schema, httpPart }) => {
    if (httpPart === "body") {
      const checked = options.uncheckedItems === undefined ? schema : withoutItems(schema, options.uncheckedItems);
      return bodyValidator(
        lazily(bodies, checked),
        nameCleaner(checked),
        (schema as { "x-optional"?: boolean })["x-optional"] === true,
      );
    }
    return queryValidator(
      lazily(queries, schema),
      (schema as { properties?: Record<string, { type?: unknown }> }).properties ?? {},
    );
  };
}

/** Compiles a schema on first use: compiling all schemas at startup would make startup a third longer. */
function lazily(ajv: () => Ajv, schema: object): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  return () => (validate ??= ajv().compile(schema));
}

function withoutItems(schema: TSchema, name: string): object {
  const { properties } = schema as unknown as { properties: Record<string, object> };
  return { ...schema, properties: { ...properties, [name]: { ...properties[name], items: {} } } };
}

/**
 * Returns a function that cleans the names in a value and lists its faults, missing fields first. Their pointers begin
 * with `pointer`.
 */
export function fieldChecker(schema: TSchema): (value: unknown, pointer: string) => FieldError[] {
  const compiled = lazily(bodies, schema);
  const clean = nameCleaner(schema);
  return (value, pointer) => {
    clean?.(value);
    const validate = compiled();
    if (validate(value)) return [];
    const errors = fieldErrors(missingFirst(validate.errors ?? []));
    return errors.map((error) => ({ ...error, pointer: `${pointer}${error.pointer}` }));
  };
}

/** Fastify expects validation errors as return values: an error thrown here would become a 500. */
type Validated = { value: unknown } | { error: Error };

function bodyValidator(compiled: () => ValidateFunction, clean: ReturnType<typeof nameCleaner>, optional: boolean) {
  return (bytes: Buffer | null): Validated => {
    try {
      if (bytes === null && !optional)
        throw new AppError("malformed_request", "This request needs a JSON object as its body.");
      const value = bytes === null ? {} : parseJsonObject(bytes);
      clean?.(value);
      const validate = compiled();
      return validate(value) ? { value } : { error: bodyError(validate.errors ?? []) };
    } catch (error) {
      return { error: error as Error };
    }
  };
}

function bodyError(found: ErrorObject[]): AppError {
  const errors = fieldErrors(missingFirst(found));
  const missing = errors.filter((error) => error.code === "required");
  if (missing.length > 0) {
    const message = [lacks(missing), ...hintsInstead(found)].join(" ");
    return new AppError("missing_field", message, { errors });
  }
  return new AppError("validation_failed", summary(errors), { errors });
}

const isRequired = "is required";

/** Names the missing fields, and repeats their schemas' sentences about where to get them. */
function lacks(missing: FieldError[]): string {
  const names = missing.slice(0, 5).map((error) => error.pointer);
  const ways = new Set(missing.map(({ message }) => message.slice(`${isRequired}. `.length)).filter(Boolean));
  const said = `The body lacks ${missing.length === 1 ? "a required field" : "required fields"}: ${names.join(", ")}.`;
  return [said, ...[...ways].slice(0, 2).map((way) => `${way}.`)].join(" ");
}

/** Returns the schema's hints about unknown fields, which were probably sent instead of the missing ones. */
function hintsInstead(found: ErrorObject[]): string[] {
  const sentences = found.flatMap((error) => {
    const name = String(error.params["additionalProperty"]);
    const hint = error.keyword === "additionalProperties" ? findHint(name, annotated(error)["x-hints"]) : undefined;
    return hint === undefined ? [] : `${error.instancePath}/${escapePointer(name)} is not known; ${hint}.`;
  });
  return [...new Set(sentences)].slice(0, 2);
}

// Missing fields decide between 400 and 422, so they come first and survive the cut to `maxErrors`.
function missingFirst(found: ErrorObject[]): ErrorObject[] {
  const isMissing = (error: ErrorObject) => error.keyword === "required";
  return [...found.filter(isMissing), ...found.filter((error) => !isMissing(error))];
}

function queryValidator(compiled: () => ValidateFunction, properties: Record<string, { type?: unknown }>) {
  const known = Object.keys(properties);
  const integers = known.filter((name) => properties[name]?.type === "integer");
  const lists = new Set(known.filter((name) => properties[name]?.type === "array"));
  return (given: unknown): Validated => {
    const query: Record<string, unknown> = { ...(given as object) };
    for (const name of Object.keys(query)) if (lists.has(listName(name))) takeList(query, name);
    // Refuses spellings such as "0x10", "1e1" and " 1 ", which coercion would accept as numbers.
    for (const name of integers)
      if (typeof query[name] === "string" && !/^\d{1,9}$/.test(query[name])) query[name] = [];
    const validate = compiled();
    if (validate(query)) return { value: query };
    // A repeatable parameter is validated as a list, so its pointer ends with an index that the caller did not write.
    const errors = fieldErrors(validate.errors ?? [], known).map((error) => ({
      ...error,
      pointer: error.pointer.replace(/(.)\/\d+$/, "$1"),
    }));
    const unknown = errors.find((error) => error.code === "unknown_parameter");
    if (unknown !== undefined) return { error: new AppError("unknown_parameter", unknown.message, { errors }) };
    return { error: new AppError("validation_failed", summary(errors), { errors }) };
  };
}

// Removes `[]` from a name, because many clients write arrays as `projectId[]=a&projectId[]=b`.
function listName(name: string): string {
  return name.endsWith("[]") ? name.slice(0, -2) : name;
}

/** Turns a repeated or comma-separated parameter into one list; `\,` is a comma within a value. */
function takeList(query: Record<string, unknown>, name: string): void {
  const values = [query[name]].flat().flatMap((value) => {
    const parts = String(value).split(/(?<!\\),/);
    return parts.map((part) => (parts.length === 1 ? part : part.trim()).replaceAll("\\,", ","));
  });
  const before = name === listName(name) ? [] : [query[listName(name)] ?? []].flat();
  if (name !== listName(name)) delete query[name];
  query[listName(name)] = [...before, ...values];
}

function summary(errors: FieldError[]): string {
  const [first] = errors;
  if (first === undefined) return "The request is not valid.";
  const others = errors.length - 1;
  return `${withSubject(first)}${others === 0 ? "." : `; and ${others} more.`}`;
}

function fieldErrors(found: ErrorObject[], knownParameters?: string[]): FieldError[] {
  return found.slice(0, maxErrors).map((error) => describe(error, knownParameters));
}

function describe(error: ErrorObject, knownParameters: string[] | undefined): FieldError {
  const at = error.instancePath;
  const { params } = error;
  switch (error.keyword) {
    case "required": {
      const name = String(params["missingProperty"]);
      const way = annotated(error).properties?.[name]?.["x-way-out"];
      const message = way === undefined ? isRequired : `${isRequired}. ${way}`;
      return { pointer: `${at}/${name}`, code: "required", message };
    }
    case "additionalProperties": {
      const name = String(params["additionalProperty"]);
      if (knownParameters !== undefined)
        return {
          pointer: `/${escapePointer(name)}`,
          code: "unknown_parameter",
          message: unknownParameter(name, knownParameters, findHint(name, annotated(error)["x-hints"])),
        };
      const { properties, "x-hints": hints } = annotated(error);
      const message = unknownField(name, Object.keys(properties ?? {}), findHint(name, hints));
      return { pointer: `${at}/${escapePointer(name)}`, code: "unknown_field", message };
    }
    case "format":
      return {
        pointer: at,
        code: "bad_format",
        message: formats[String(params["format"])]?.says ?? `must be a ${params["format"]}`,
      };
    default:
      return { pointer: at, ...sayFault(error) };
  }
}

interface Annotated {
  properties?: Record<string, { "x-way-out"?: string }>;
  "x-hints"?: Record<string, string[]>;
}

function annotated({ parentSchema }: ErrorObject): Annotated {
  return parentSchema as Annotated;
}

function unknownField(name: string, known: string[], hint: string | undefined): string {
  if (known.length === 0) return "is not known here: this body has no fields";
  const near = findNear(name, known);
  const said = hint ?? (near === undefined ? undefined : `the closest name is ${near}`);
  return `is not known or read-only${said === undefined ? "" : `; ${said}`}. Known: ${known.join(", ")}`;
}

function unknownParameter(name: string, known: string[], ownHint: string | undefined): string {
  if (known.length === 0) return `The query parameter ${JSON.stringify(name)} is not known: this operation has none.`;
  const hint = ownHint ?? findHabit(name, known);
  const near = findNear(name, known);
  const said = hint === undefined ? (near === undefined ? "." : `; did you mean ${near}?`) : `: ${hint}.`;
  return `The query parameter ${JSON.stringify(name)} is not known${said} Known: ${known.join(", ")}.`;
}
