import assert from "node:assert/strict";
import { test } from "node:test";
import { toCurl, toSdkCall } from "./api-call.ts";

test("a list with filters is a command and a loop", async () => {
  const call = {
    operation: "timeEntries.list",
    query: { userId: "me", tag: ["a,b", "c"], billable: true, q: "d,e", to: undefined },
    isList: true,
  } as const;
  assert.equal(
    await toCurl(call),
    'curl "$STINT_URL/v1/time-entries?userId=me&tag=a%5C%2Cb&tag=c&billable=true&q=d%2Ce" \\\n  -H "Authorization: Bearer $STINT_API_KEY"',
  );
  assert.equal(
    toSdkCall(call),
    'for await (const each of stint.timeEntries.list({ userId: "me", tag: ["a,b", "c"], billable: true, q: "d,e" })) console.log(each);',
  );
});

test("a change has its body, and a quote in it does not end the shell's string", async () => {
  const call = {
    operation: "timeEntries.update",
    ids: ["time_1"],
    body: { description: "Mara's call" },
  } as const;
  assert.equal(
    await toCurl(call),
    `curl -X PATCH "$STINT_URL/v1/time-entries/time_1" \\
  -H "Authorization: Bearer $STINT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"description":"Mara'\\''s call"}'`,
  );
  assert.equal(toSdkCall(call), `await stint.timeEntries.update("time_1", { description: "Mara's call" });`);
});

test("a call about one object names it in the path and in TypeScript, and a stream is read like a list", async () => {
  const call = { operation: "timesheets.statement", ids: ["sheet_1"], query: { revision: "2" } } as const;
  assert.match(await toCurl(call), /^curl "\$STINT_URL\/v1\/timesheets\/sheet_1\/statement\?revision=2"/);
  assert.equal(toSdkCall(call), 'await stint.timesheets.statement("sheet_1", { revision: "2" });');
  const stream = { operation: "events.stream", query: { types: ["timer.started"] }, isList: true } as const;
  assert.match(await toCurl(stream), /^curl "\$STINT_URL\/v1\/events\/stream\?types=timer.started"/);
});
