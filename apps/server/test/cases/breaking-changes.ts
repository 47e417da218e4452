/** Compares two OpenAPI 3.1 documents by the rules of docs/api/versioning.md and reports each breaking change. */
import { isDeepStrictEqual } from "node:util";
import type { Json } from "#test/worlds/test-app.ts";
import { resolveShared } from "./resolve-shared.ts";
import { compareSchemas, type Comparison } from "./breaking-schema-changes.ts";

export function findBreakingChanges(...given: [released: Json, current: Json]): string[] {
  const found: string[] = [];
  const [released, current] = given.map(resolveShared);
  const documents = { released, current, seen: new Set<string>() };
  for (const [name, was, is] of pairs(operationsOf(released.paths), operationsOf(current.paths))) {
    const report = (what: string) => found.push(`${name}: ${what}`);
    if (is === undefined) report("the operation was removed");
    else compareOperations({ ...documents, report }, was, is);
  }
  for (const [name, was, is] of pairs(operationsOf(released.webhooks), operationsOf(current.webhooks))) {
    const report = (what: string) => found.push(`event ${name}: ${what}`);
    if (is === undefined) report("the event was removed");
    else compareEvents({ ...documents, report }, was, is);
  }
  return found;
}

function operationsOf(items: Json = {}): Json {
  return Object.fromEntries(
    Object.entries<Json>(items).flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );
}

/** Pairs each value of the released object with its counterpart in the current object. */
function pairs(released: Json = {}, current: Json = {}): [string, Json, Json][] {
  return Object.entries<Json>(released).map(([key, was]) => [key, was, current[key]]);
}

function compareOperations(comparison: Comparison, was: Json, is: Json): void {
  const { report, released, current } = comparison;
  if (was.operationId !== is.operationId) report(`operationId ${was.operationId} became ${is.operationId}`);
  compareAccess(comparison, was["x-access"], is["x-access"]);
  compareParameters(comparison, was.parameters, is.parameters);
  compareRequestBodies(comparison, was.requestBody, is.requestBody);
  compareResponses(comparison, was.responses, is.responses);
  for (const way of was.security ?? released.security ?? [])
    if (!(is.security ?? current.security ?? []).some((other: Json) => isDeepStrictEqual(way, other)))
      report(`calls by ${Object.keys(way).join(" and ") || "anybody"} are no longer accepted`);
}

function compareAccess({ report }: Comparison, was: Json = {}, is: Json = {}): void {
  const needed = [is.scope, ...(is.alsoNeeds ?? [])].filter((scope) => typeof scope === "string");
  for (const scope of needed)
    if (was.scope !== scope && !was.alsoNeeds?.includes(scope)) report(`the scope ${scope} is now needed`);
  for (const limit of ["ownerOnly", "adminOnly", "sessionOnly", "reauthenticated"])
    if (is[limit] === true && was[limit] !== true) report(`it is now ${limit}`);
}

function parametersByName(parameters: Json[] = []): Json {
  return Object.fromEntries(parameters.map((parameter) => [`${parameter.in} parameter ${parameter.name}`, parameter]));
}

function compareParameters(comparison: Comparison, was: Json[], is: Json[]): void {
  const { report } = comparison;
  const [before, after] = [parametersByName(was), parametersByName(is)];
  for (const [name, parameter] of Object.entries<Json>(after))
    if (parameter.required === true && before[name]?.required !== true) report(`${name} is now required`);
  for (const [name, parameter, now] of pairs(before, after)) {
    if (now === undefined) report(`${name} was removed`);
    else compareSchemas({ ...comparison, direction: "request" }, parameter.schema, now.schema, name);
  }
}

function compareRequestBodies(comparison: Comparison, was: Json, is: Json): void {
  const { report } = comparison;
  if (is?.required === true && was?.required !== true) report("the request body is now required");
  for (const [mediaType, before, now] of pairs(was?.content, is?.content)) {
    if (now === undefined) report(`request bodies as ${mediaType} are no longer accepted`);
    else compareSchemas({ ...comparison, direction: "request" }, before.schema, now.schema, "request");
  }
}

function compareResponses(comparison: Comparison, was: Json, is: Json): void {
  const { report } = comparison;
  for (const status of Object.keys(is))
    if (/^[23]/.test(status) && was[status] === undefined) report(`status ${status} is new, and no error`);
  for (const [status, before, now] of pairs(was, is)) {
    if (now === undefined) report(`status ${status} was removed`);
    else compareReplies(comparison, before, now, status);
  }
}

function compareReplies(comparison: Comparison, was: Json, is: Json, status: string): void {
  const { report } = comparison;
  for (const [name, , now] of pairs(was.headers, is.headers))
    if (now === undefined) report(`response ${status}: header ${name} was removed`);
  for (const [mediaType, before, now] of pairs(was.content, is.content)) {
    if (now === undefined) report(`response ${status}: ${mediaType} was removed`);
    else compareSchemas({ ...comparison, direction: "response" }, before.schema, now.schema, `response ${status}`);
  }
}

/** Compares the definitions of an event. Clients receive events, so its body follows the rules for responses. */
function compareEvents(comparison: Comparison, was: Json, is: Json): void {
  for (const [name, , now] of pairs(parametersByName(was.parameters), parametersByName(is.parameters)))
    if (now === undefined) comparison.report(`${name} was removed`);
  const [before, now] = [was, is].map((operation) => operation.requestBody.content["application/json"].schema);
  compareSchemas({ ...comparison, direction: "response" }, before, now, "body");
}
