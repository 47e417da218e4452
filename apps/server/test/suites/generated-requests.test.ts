import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { isDate, readInstant } from "#platform/time.ts";
import { valueOf } from "#test/cases/generated-values.ts";
import {
  listOperations,
  newCallerOf,
  type Operation,
  pathOf,
  readDocument,
  takesBody,
} from "#test/cases/operations.ts";
import { senderOf, validRequest } from "#test/cases/valid-requests.ts";
import { responseChecker } from "#test/http/response-checker.ts";
import { type Json, testApp } from "#test/worlds/test-app.ts";

/** Fields whose rules the document cannot state, because they depend on the database or on what the caller may do. */
const unstated = /^\/(cursor|scopes|events|targetType|action|confirmName|code|request|source|entries\/\d+\/source)\b/;
/** Faults that a schema can exclude. `out_of_range` is about now, or the order of two fields. */
const ofSchemas = ["bad_format", "required", "not_allowed", "wrong_type", "too_long", "too_short", "pattern"];

const isBody = (operation: Operation) => takesBody(operation) && operation.id !== "changePassword";

test("requests generated from the schemas get documented replies, and break no rule that a schema can state", async () => {
  const world = await testApp();
  const document = await readDocument(world.app);
  const check = await responseChecker(world.app);
  const ajv = new Ajv2020({ strict: false });
  ajv.addFormat("date", isDate).addFormat("date-time", (text) => readInstant(text) !== undefined);
  for (const format of ["currency", "date-or-date-time", "email", "time-zone"]) ajv.addFormat(format, true);
  const broken: string[] = [];
  let accepted = 0;
  for (const operation of (await listOperations(world.app)).filter(isBody)) {
    const { schema } = operation.described.requestBody.content["application/json"];
    const isValid = ajv.compile({ ...schema, components: document.components });
    const bodies: Json[] = fc.sample(
      valueOf(schema, document).filter((body) => isValid(body)),
      { numRuns: 3, seed: 1 },
    );
    for (const body of bodies) {
      const caller = await newCallerOf(world, operation);
      const { ids } = await validRequest(operation, caller);
      const answer = await (await senderOf(operation, caller)).send(operation.method, pathOf(operation, ids), body);
      check(operation, answer);
      if (answer.status < 300) accepted++;
      for (const { pointer, code, message } of answer.json?.errors ?? [])
        if (ofSchemas.includes(code) && !unstated.test(pointer))
          broken.push(`${operation.id} ${pointer} ${message}: ${JSON.stringify(body).slice(0, 300)}`);
    }
  }
  assert.deepEqual(broken, []);
  assert.ok(accepted > 50, `only ${accepted} requests were accepted`);
});
