import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { isMutation, listOperations, pathOf } from "#test/cases/operations.ts";
import { validRequest } from "#test/cases/valid-requests.ts";
import { receiver, register, sending, untilAllSent } from "#test/deliveries/sending.ts";
import { traceCollector } from "#test/http/trace-collector.ts";
import { entryBody, newCalendarFeed, newEntry, newProject, newReportLink } from "#test/worlds/factories.ts";
import { tracingTo } from "#test/worlds/traced-world.ts";
import { createMarker, fill } from "#test/worlds/two-tenants.ts";

test("no exported byte contains a value, name, address, token or secret", async (t) => {
  const collector = await traceCollector(t);
  const { tracing } = tracingTo(t, collector);
  const world = await sending(t, { tracing });
  const caller = await world.newOrganization();
  const marker = createMarker();
  const hook = await receiver(t);
  const url = `${hook.url}/${marker.word}?token=${marker.word}`;
  const { secret } = await register(caller, url);
  await fill(world, caller, marker);
  const where = await newProject(caller);
  await newEntry(caller, where, { externalRef: marker.word });
  // Provoke database errors that quote a value, which must not occur in any span.
  assert.equal((await caller.post("/v1/time-entries", entryBody(where, { externalRef: marker.word }))).status, 409);
  await assert.rejects(
    world.db.transaction((tx) => tx.query(sql`select ${marker.word}::integer`)),
    new RegExp(marker.word),
  );
  const { token } = await newReportLink(caller);
  await world.anonymous.send("GET", `/auth/shared-reports/${token}`);
  const feed = await newCalendarFeed(await world.newSession(caller));
  assert.equal((await world.anonymous.send("GET", feed)).status, 200);
  await world.anonymous.send("GET", feed.slice(0, -".ics".length));
  await world.anonymous.send("GET", `/v1/${marker.word}?search=${marker.word}`);
  const person = { email: `${marker.word}@example.com`, password: `${marker.word} password` };
  await world.anonymous.send("POST", "/auth/sign-in", person);
  for (const operation of await listOperations(world.app)) {
    if (isMutation(operation) || operation.sessionOnly) continue;
    const { ids } = await validRequest(operation, caller);
    for (const query of ["", `?search=${marker.word}`]) await caller.get(pathOf(operation, ids) + query);
  }
  await untilAllSent(world.db);
  await world.sender.stop();
  await tracing.stop();
  const bytes = Buffer.concat(collector.bodies).toString("latin1");
  assert.ok(bytes.includes(caller.orgId) && bytes.includes("/auth/shared-reports/:token"));
  assert.ok(bytes.includes("/feeds/calendar/:file"));
  for (const hidden of [
    marker.word,
    token,
    feed.slice("/feeds/calendar/".length, -".ics".length),
    secret,
    secret.slice(6),
    caller.apiKey,
    "whsec_",
    "@example.com",
    "127.0.0.1",
  ])
    assert.ok(!bytes.includes(hidden), hidden);
  assert.doesNotMatch(bytes, /stint_[0-9A-Za-z]{20}/);
  const numbers = [...marker.numbers].filter((number) => bytes.includes(String(number)));
  assert.deepEqual(numbers, []);
});
