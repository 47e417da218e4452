import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { inlineSchema } from "#platform/http/reference/openapi-schemas.ts";
import { parseInstant } from "#platform/time.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";
import { newWebhook } from "#test/worlds/factories.ts";
import { type ChangeSummary, readEventChanges } from "#tracking/exchange/event-catalogue/change-queries.ts";
import { eventCatalogue } from "#tracking/exchange/event-catalogue/event-catalogue.ts";
import { toEvent, wants } from "#tracking/exchange/event-catalogue/event-payload.ts";
import { findWebhook } from "#tracking/exchange/webhooks/queries.ts";

/** The parsed body of a delivery. */
export interface EventBody {
  id: string;
  type: string;
  timestamp: string;
  organizationId: string;
  data: { object: Json; previous?: object };
}

/** Returns the ids of the organization's changes that have no deliveries yet. */
export async function queuedIds(db: DatabasePool, orgId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select change_id as id from event_queue where org_id = ${orgId} order by change_id`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the events that the endpoint gets for changes that are queued now but were not in `before`. */
async function eventsSince(db: DatabasePool, orgId: string, webhookId: string, before: string[]): Promise<EventBody[]> {
  const webhook = await findWebhook(db, orgId, webhookId);
  assert.ok(webhook !== undefined);
  const ids = (await queuedIds(db, orgId)).filter((id) => !before.includes(id));
  const queued = await db.query<ChangeSummary>(
    sql`select id, action, object, previous from changes where org_id = ${orgId} and id = any(${ids}) order by id`,
  );
  const wanted = queued.filter((change) => wants(webhook, change)).map(({ id }) => id);
  const read = await readEventChanges(db, orgId, wanted);
  return wanted.map((id) => {
    const change = read.get(id);
    const event = change === undefined ? undefined : toEvent(change, webhook);
    assert.ok(event !== undefined, `${id} is an event`);
    const body = JSON.parse(event.body);
    assert.equal(body.type, event.type);
    assertFits(body);
    return body;
  });
}

/** Creates an endpoint, runs `work`, and returns the bodies of the events that the endpoint gets. */
export async function eventsOf(caller: Caller, webhook: object, work: () => Promise<unknown>, registrar = caller) {
  const { db } = await testApp();
  const id = await newWebhook(registrar, { events: ["*"], ...webhook });
  const before = await queuedIds(db, caller.orgId);
  await work();
  return eventsSince(db, caller.orgId, id, before);
}

/** Returns a copy of the schema that forbids undeclared fields. */
function closed(node: Json): Json {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  return typeof node.properties === "object" ? { ...copy, additionalProperties: false } : copy;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
ajv.addFormat("date-time", (text) => parseInstant(text) !== undefined && text.endsWith("Z"));
ajv.addFormat("date", /^\d{4}-\d\d-\d\d$/);
for (const name of ["currency", "time-zone"]) ajv.addFormat(name, true);
const validators = new Map(
  eventCatalogue.map(({ type, schema }) => [type, ajv.compile(closed(inlineSchema(schema)))] as const),
);

/** Fails unless the body matches the schema of its event type and has no undeclared fields. */
export function assertFits(body: Json): void {
  const validate = validators.get(body.type);
  assert.ok(validate?.(body) === true, `${JSON.stringify(body)} ${ajv.errorsText(validate?.errors)}`);
}
