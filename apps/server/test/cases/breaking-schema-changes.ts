import { isDeepStrictEqual } from "node:util";
import type { Json } from "#test/worlds/test-app.ts";

export interface Comparison {
  released: Json;
  current: Json;
  /**
   * The pairs of named schemas that were already compared. Skipping them avoids duplicate findings and endless
   * recursion.
   */
  seen: Set<string>;
  report: (what: string) => void;
}

/**
 * A comparison of two request schemas or of two response schemas. A request schema must still accept every value that
 * it accepted before. A response schema must return no values that it could not return before.
 */
type Directed = Comparison & { direction: "request" | "response" };

/** Fields to which new values may be added at any time (docs/api/versioning.md). */
const openLists = /\/(?:(?:scopes|effectiveScopes|events|groupBy)\[\]|code)$|^response 200\/data\[\]\/type$/;

const lowerBounds = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
const upperBounds = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];

export function compareSchemas(comparison: Directed, released: Json = {}, current: Json = {}, at = ""): void {
  if (wasSeen(comparison, released, current)) return;
  const [was, is] = [resolve(comparison.released, released), resolve(comparison.current, current)];
  if (was.anyOf !== undefined || is.anyOf !== undefined) return compareVariants(comparison, was, is, at);
  compareTypes(comparison, was, is, at);
  compareValues(comparison, was, is, at);
  for (const keyword of ["format", "pattern", "default"]) compareKeyword(comparison, keyword, was, is, at);
  if (comparison.direction === "request") {
    compareBounds(comparison, was, is, at);
    compareRules(comparison, was, is, at);
  }
  compareFields(comparison, was, is, at);
  if (was.items !== undefined || is.items !== undefined) compareSchemas(comparison, was.items, is.items, `${at}[]`);
}

function wasSeen({ seen, direction }: Directed, released: Json, current: Json): boolean {
  if (released.$ref === undefined || current.$ref === undefined) return false;
  const pair = `${direction} ${released.$ref} ${current.$ref}`;
  return seen.has(pair) || !seen.add(pair);
}

function resolve(document: Json, schema: Json): Json {
  if (schema.$ref === undefined) return schema;
  const named = document.components.schemas[schema.$ref.slice("#/components/schemas/".length)];
  if (named === undefined) throw new Error(`${schema.$ref} is not in the document`);
  return named;
}

/**
 * Reports each variant that the sender can send but the receiver does not accept. Clients send requests and receive
 * responses.
 */
function compareVariants(comparison: Directed, was: Json, is: Json, at: string): void {
  const [before, after]: [Json[], Json[]] = [was.anyOf ?? [was], is.anyOf ?? [is]];
  const isTaken = (one: Json, other: Json) => {
    const found: string[] = [];
    const seen = new Set(comparison.seen);
    compareSchemas({ ...comparison, seen, report: (what) => found.push(what) }, one, other);
    return found.length === 0;
  };
  const lost =
    comparison.direction === "request"
      ? before.filter((old) => !after.some((now) => isTaken(old, now)))
      : after.filter((now) => !before.some((old) => isTaken(old, now)));
  for (const variant of lost)
    comparison.report(
      `${at}: the variant ${variant.$ref ?? JSON.stringify(variant)} is ${comparison.direction === "request" ? "no longer accepted" : "new"}`,
    );
}

function compareTypes({ direction, report }: Directed, was: Json, is: Json, at: string): void {
  const [before, now] = [typesOf(was), typesOf(is)];
  const [sent, taken] = direction === "request" ? [before, now] : [now, before];
  const isTaken = (type: string) => taken.has(type) || (type === "integer" && taken.has("number")) || taken.has("any");
  if (![...sent].every(isTaken)) report(`${at}: type ${[...before].join(", ")} became ${[...now].join(", ")}`);
}

function typesOf({ type }: Json): Set<string> {
  return new Set(type === undefined ? ["any"] : [type].flat());
}

function compareValues({ direction, report }: Directed, was: Json, is: Json, at: string): void {
  const [before, now] = [valuesOf(was), valuesOf(is)];
  const [sent, taken] = direction === "request" ? [before, now] : [now, before];
  if (taken === undefined || (direction === "response" && sent !== undefined && openLists.test(at))) return;
  if (sent === undefined)
    return report(
      `${at}: ${direction === "request" ? "only some values are now allowed" : "any value is now possible"}`,
    );
  const lost = sent.filter((value) => !taken.some((other) => isDeepStrictEqual(value, other)));
  if (lost.length > 0)
    report(`${at}: ${lost.join(", ")} ${direction === "request" ? "is no longer accepted" : "is a new value"}`);
}

function valuesOf(schema: Json): unknown[] | undefined {
  return "const" in schema ? [schema.const] : schema.enum;
}

function compareKeyword({ direction, report }: Directed, keyword: string, was: Json, is: Json, at: string): void {
  if (isDeepStrictEqual(was[keyword], is[keyword])) return;
  // The pattern of a field with a format only describes the format to programs that do not know it.
  if (keyword === "pattern" && was.format !== undefined && was.format === is.format) return;
  // A request may lose a constraint, and a response may gain one. A default matters only in a request.
  const mayChange =
    keyword === "default"
      ? direction === "response" || was.default === undefined
      : (direction === "request" ? is : was)[keyword] === undefined;
  if (!mayChange) report(`${at}: ${keyword} ${JSON.stringify(was[keyword])} became ${JSON.stringify(is[keyword])}`);
}

function compareBounds({ report }: Directed, was: Json, is: Json, at: string): void {
  for (const bound of lowerBounds)
    if ((is[bound] ?? -Infinity) > (was[bound] ?? -Infinity)) report(`${at}: ${bound} is now ${is[bound]}`);
  for (const bound of upperBounds)
    if ((is[bound] ?? Infinity) < (was[bound] ?? Infinity)) report(`${at}: ${bound} is now ${is[bound]}`);
  if (is.uniqueItems === true && was.uniqueItems !== true) report(`${at}: uniqueItems is now true`);
}

/** Compares which fields a request needs or must not have, depending on others. */
function compareRules({ report }: Directed, was: Json, is: Json, at: string): void {
  const before = rulesOf(was);
  for (const rule of rulesOf(is))
    if (!before.includes(rule) && was.properties?.[rule.split(" ").at(-1) ?? ""] !== undefined)
      report(`${at}: a new rule, ${rule}`);
}

function rulesOf({ allOf = [], dependentSchemas = {} }: Json): string[] {
  const rules = [
    ...allOf.map((rule: Json) => [JSON.stringify(rule.if.properties), rule.then]),
    ...Object.entries<Json>(dependentSchemas),
  ];
  return rules.flatMap(([condition, { required = [], properties = {} }]) => [
    ...required.map((name: string) => `if ${condition}, needs ${name}`),
    ...Object.entries(properties).map(([name, schema]) => `if ${condition}, ${JSON.stringify(schema)} for ${name}`),
  ]);
}

function compareFields(comparison: Directed, was: Json, is: Json, at: string): void {
  const { direction, report } = comparison;
  const [before, now]: Json[] = [was.properties ?? {}, is.properties ?? {}];
  for (const [name, field] of Object.entries(before)) {
    if (now[name] === undefined) report(`${at}/${name}: the field was removed`);
    else compareSchemas(comparison, field, now[name], `${at}/${name}`);
  }
  const [more, fewer] = direction === "request" ? [is, was] : [was, is];
  for (const name of more.required ?? [])
    if (!fewer.required?.includes(name) && (direction === "request" || now[name] !== undefined))
      report(`${at}/${name}: the field is ${direction === "request" ? "now required" : "no longer always present"}`);
  compareOtherFields(comparison, was.additionalProperties ?? true, is.additionalProperties ?? true, at);
}

/**
 * Compares how the schemas treat undeclared fields. In a response, clients ignore these fields unless the schema
 * describes their values.
 */
function compareOtherFields(comparison: Directed, was: Json, is: Json, at: string): void {
  if (is === false && (typeof was === "object" || (was === true && comparison.direction === "request")))
    comparison.report(`${at}: other fields are no longer ${comparison.direction === "request" ? "accepted" : "there"}`);
  else if (typeof was === "object") compareSchemas(comparison, was, is === true ? {} : is, `${at}/*`);
  else if (was === true && typeof is === "object" && comparison.direction === "request")
    compareSchemas(comparison, {}, is, `${at}/*`);
}
