import assert from "node:assert/strict";
import { test } from "node:test";
import { toCurl, toSdkCall } from "./api-call.ts";

test("a list with filters is a command and a loop", () => {
  const call = {
    operation: "timeEntries.list",
    method: "GET",
    path: "/v1/time-entries",
    query: { userId: "me", tag: ["a,b", "c"], billable: true, q: "d,e", to: undefined },
    isList: true,
  } as const;
  assert.equal(
    toCurl(call),
    'curl "$STINT_URL/v1/time-entries?userId=me&tag=a%5C%2Cb&tag=c&billable=true&q=d%2Ce" \\\n  -H "Authorization: Bearer $STINT_API_KEY"',
  );
  assert.equal(
    toSdkCall(call),
    'for await (const each of stint.timeEntries.list({ userId: "me", tag: ["a,b", "c"], billable: true, q: "d,e" })) console.log(each);',
  );
});

test("a change has its body, and a quote in it does not end the shell's string", () => {
  const call = {
    operation: "timeEntries.update",
    method: "PATCH",
    path: "/v1/time-entries/time_1",
    ids: ["time_1"],
    body: { description: "Mara's call" },
  } as const;
  assert.equal(
    toCurl(call),
    `curl -X PATCH "$STINT_URL/v1/time-entries/time_1" \\
  -H "Authorization: Bearer $STINT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"description":"Mara'\\''s call"}'`,
  );
  assert.equal(toSdkCall(call), `await stint.timeEntries.update("time_1", { description: "Mara's call" });`);
});
