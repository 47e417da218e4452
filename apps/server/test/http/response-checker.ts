import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { isDate, parseInstant, readInstant } from "#platform/time.ts";
import { type Operation, readDocument } from "#test/cases/operations.ts";
import type { Answer, Json } from "#test/worlds/test-app.ts";

/** Fails unless the OpenAPI document describes the reply and the reply has no undeclared fields. */
export type CheckAnswer = (operation: Operation, answer: Answer) => void;

let checker: Promise<CheckAnswer> | undefined;

/** Returns one checker for all apps, because they have the same document and compiling its schemas takes seconds. */
export function responseChecker(app: HttpApp): Promise<CheckAnswer> {
  return (checker ??= createChecker(app));
}

async function createChecker(app: HttpApp): Promise<CheckAnswer> {
  const document = closed(await readDocument(app));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat("date-time", (text) => parseInstant(text) !== undefined && text.endsWith("Z"));
  ajv.addFormat("date", isDate);
  // Saved reports return the text that they were given.
  ajv.addFormat("date-or-date-time", (text) => isDate(text) || readInstant(text) !== undefined);
  ajv.addFormat("currency", /^[A-Z]{3}$/);
  ajv.addFormat("time-zone", /^[A-Za-z]/);
  ajv.addSchema(document, "document");
  const compiled = new Map<string, ValidateFunction>();

  // Caches validators by schema, because many replies share a schema, such as the schema of problems.
  const validator = ({ path, method, described }: Operation, status: number, mediaType: string): ValidateFunction => {
    const { schema } = described.responses[status].content[mediaType];
    const shape = JSON.stringify(schema);
    const keys = ["paths", path, method.toLowerCase(), "responses", String(status), "content", mediaType, "schema"];
    const pointer = keys.map((key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
    const known = compiled.get(shape) ?? ajv.compile({ $ref: `document#/${pointer}` });
    compiled.set(shape, known);
    return known;
  };

  return (operation, answer) => {
    const said = `${operation.method} ${operation.path} answered ${answer.status} ${answer.text.slice(0, 2000)}`;
    const reply: Json = operation.described.responses[answer.status];
    assert.ok(reply !== undefined, `is not a documented status: ${said}`);
    assert.ok(answer.headers["x-request-id"] !== undefined, `has an X-Request-Id: ${said}`);
    for (const [name, header] of Object.entries<Json>(reply.headers ?? {})) {
      const value = answer.headers[name.toLowerCase()];
      if (header.required === true) assert.ok(value !== undefined, `has ${name}: ${said}`);
      if (value !== undefined && header.schema.type === "integer") assert.match(value, /^\d+$/, said);
    }
    if (reply.content === undefined) {
      assert.equal(answer.text, "", said);
      assert.equal(answer.headers["content-type"], undefined, said);
      return;
    }
    const mediaTypes = Object.keys(reply.content);
    const [mediaType = ""] = mediaTypes;
    const sent = answer.headers["content-type"];
    const typeOf = (text: string | undefined) => text?.split(";", 1)[0];
    // Checks only the media type of replies other than JSON, because only JSON has a documented schema.
    if (mediaTypes.some((one) => !one.endsWith("json") && typeOf(one) === typeOf(sent))) return;
    // Problems can have the type application/json, because a client that accepts only that type gets it
    // (docs/api/errors.md).
    assert.ok(sent === mediaType || (answer.status >= 400 && sent === "application/json"), `${sent}: ${said}`);
    const validate = validator(operation, answer.status, mediaType);
    const fits: boolean = validate(answer.json);
    assert.ok(fits, `${ajv.errorsText(validate.errors)}: ${said}`);
    if (answer.status >= 400) assert.equal(answer.json.status, answer.status, said);
  };
}

/** Returns a copy of the schema that forbids undeclared fields. */
function closed(node: Json): Json {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isObjectSchema = typeof node.properties === "object" && [node.type].flat().includes("object");
  return isObjectSchema && node.additionalProperties === undefined ? { ...copy, additionalProperties: false } : copy;
}
