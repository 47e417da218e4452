import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { runJob } from "#platform/process/loop-turns.ts";
import { runFor, runForNobody } from "#platform/requester.ts";
import { inSharedSpan, inSpan, type OpenSpan, traceparentOf } from "#platform/spans.ts";
import { AppError } from "#platform/errors.ts";
import { waitFor } from "#test/databases/hold.ts";
import { traceCollector } from "#test/http/trace-collector.ts";
import { tracingTo } from "#test/worlds/traced-world.ts";

const caller = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const requesterOf = (span: OpenSpan) => ({ tenant: undefined, isReading: false, hasLeft: () => false, span });

test("spans are children of the one around them, over awaits and in parallel", async (t) => {
  const collector = await traceCollector(t);
  const { tracing } = tracingTo(t, collector);
  const work = (name: string) =>
    inSpan(tracing.beginAfter(undefined, name), async () => {
      await inSpan(tracing.begin(`${name} 1`), async () => {
        await new Promise((resolve) => setImmediate(resolve));
        await inSpan(tracing.begin(`${name} 1.1`), async () => undefined);
      });
      await inSpan(tracing.begin(`${name} 2`), async () => undefined);
    });
  await Promise.all([work("a"), work("b")]);
  await tracing.stop();
  for (const name of ["a", "b"]) {
    const root = await collector.until(name, (span) => span.name === name);
    assert.equal(root.parentId, "");
    assert.deepEqual(collector.treeOf(root), {
      name,
      children: [
        { name: `${name} 1`, children: [{ name: `${name} 1.1`, children: [] }] },
        { name: `${name} 2`, children: [] },
      ],
    });
  }
});

test("the service is called stint", async (t) => {
  const collector = await traceCollector(t);
  const { tracing } = tracingTo(t, collector);
  tracing.begin("a").end();
  const { resource } = await collector.until("a", () => true);
  assert.deepEqual(resource, { "service.name": "stint", "service.version": "0.0.0-test" });
});

test("work that a request leaves to others is not in its trace, and work for it is, wherever it runs", async (t) => {
  const collector = await traceCollector(t);
  const { tracing } = tracingTo(t, collector);
  const span = tracing.beginAfter(caller, "request");
  const requester = requesterOf(span);
  await runFor(requester, () =>
    span.run(async () => {
      await runForNobody(() => inSpan(tracing.begin("detached"), async () => undefined));
      await runJob("job", () =>
        inSpan(tracing.beginAfter(undefined, "job"), () =>
          runFor(requester, () => inSpan(tracing.begin("for the request"), async () => undefined)),
        ),
      );
    }),
  );
  span.end();
  runFor(requester, () => tracing.begin("afterwards").end());
  await tracing.stop();
  const parents = Object.fromEntries(collector.spans.map(({ name, parentId }) => [name, parentId]));
  assert.deepEqual(parents, {
    request: "b7ad6b7169203331",
    detached: "",
    job: "",
    "for the request": span.context?.spanId,
    afterwards: "",
  });
});

test("shared work is in the trace of one request, and linked with the others", async (t) => {
  const collector = await traceCollector(t);
  const { tracing } = tracingTo(t, collector);
  const spans = ["a", "b", "c"].map((name) => tracing.beginAfter(undefined, name));
  await inSharedSpan("shared", spans, async () => undefined);
  for (const span of spans) span.end();
  await tracing.stop();
  const [a, b, c] = spans.map(({ context }) => context?.spanId);
  const byName = new Map(collector.spans.map((span) => [span.name, span]));
  const shared = byName.get("shared");
  assert.deepEqual([shared?.parentId, shared?.links.map(({ spanId }) => spanId)], [a, [b, c]]);
  for (const name of ["b", "c"])
    assert.deepEqual(
      byName.get(name)?.links.map(({ spanId }) => spanId),
      [shared?.spanId],
    );
});

test("a malformed traceparent begins a trace of its own", async (t) => {
  const collector = await traceCollector(t);
  const { tracing } = tracingTo(t, collector);
  for (const header of [
    "",
    "x",
    caller.slice(0, -1),
    caller.replace("00-", "ff-"),
    `${caller}, ${caller}`,
    "0".repeat(55),
  ])
    tracing.beginAfter(header, header).end();
  await tracing.stop();
  assert.equal(collector.spans.length, 6);
  for (const { parentId } of collector.spans) assert.equal(parentId, "");
});

test("the caller's flag decides by default, and a sampler that is not based on the parent ignores it", async (t) => {
  const unsampled = caller.replace(/01$/, "00");
  const cases = [
    ["parentbased_always_on", 1, [true, false, true]],
    ["parentbased_always_off", 1, [true, false, false]],
    ["parentbased_traceidratio", 0, [true, false, false]],
    ["always_on", 1, [true, true, true]],
    ["always_off", 1, [false, false, false]],
    ["traceidratio", 0, [false, false, false]],
    ["traceidratio", 1, [true, true, true]],
  ] as const;
  for (const [sampler, ratio, expected] of cases) {
    const { tracing } = tracingTo(t, { url: "http://127.0.0.1:9" }, { sampler, ratio });
    const sampled = [caller, unsampled, undefined].map((header) => {
      const span = tracing.beginAfter(header, "a");
      const inner = span.run(() => tracing.begin("b"));
      assert.equal(inner.context === undefined, span.context === undefined);
      return traceparentOf(span) !== undefined;
    });
    assert.deepEqual(sampled, expected, sampler);
  }
});

test("a failure is recorded by its kind; a refusal is none", async (t) => {
  const collector = await traceCollector(t);
  const { tracing } = tracingTo(t, collector);
  const failures = { refused: new AppError("not_found", "SECRET"), failed: new RangeError("SECRET") };
  for (const [name, error] of Object.entries(failures))
    await assert.rejects(
      inSpan(tracing.begin(name), () => Promise.reject(error)),
      error,
    );
  await tracing.stop();
  assert.deepEqual(
    collector.spans.map(({ name, status, statusMessage, attributes }) => [name, status, statusMessage, attributes]),
    [
      ["refused", 0, "", { "error.type": "not_found" }],
      ["failed", 2, "", { "error.type": "RangeError" }],
    ],
  );
});

test("a collector that hangs keeps a bounded number of spans, and the rest are dropped", async (t) => {
  const held: ServerResponse[] = [];
  let holds = true;
  const collector = await traceCollector(t, (response) => (holds ? held.push(response) : response.end()));
  const { tracing, problems } = tracingTo(t, collector);
  for (let number = 0; number < 20_000; number++) tracing.begin("a").end();
  await collector.until("a", () => true);
  holds = false;
  for (const response of held) response.end();
  await tracing.stop();
  // The first batch was already being sent while the queue filled, so it comes on top of the queue's limit.
  assert.equal(collector.spans.length, 128 + 2_048);
  assert.deepEqual(problems, []);
});

test("a collector that refuses is reported by one line, however many batches fail", async (t) => {
  const collector = await traceCollector(t, (response) => response.writeHead(400).end("SECRET"));
  const { tracing, problems } = tracingTo(t, collector);
  for (let batch = 1; batch <= 3; batch++) {
    tracing.begin("a").end();
    await waitFor(() => collector.bodies.length === batch);
  }
  await tracing.stop();
  assert.deepEqual(problems, [{ problem: "Bad Request" }]);
});

test("a stop does not wait for a collector that hangs or is not there", async (t) => {
  const hanging = await traceCollector(t, () => undefined);
  for (const url of [hanging.url, "http://127.0.0.1:9"]) {
    const { tracing } = tracingTo(t, { url });
    tracing.begin("a").end();
    await tracing.stop();
  }
});
