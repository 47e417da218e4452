import assert from "node:assert/strict";
import { STATUS_CODES } from "node:http";
import type { Answer } from "#test/worlds/test-app.ts";

/**
 * Fails unless the response is a problem as docs/api/errors.md describes it, with this status and code. If `pointers` is
 * given, `errors` must have exactly these locations.
 */
export function assertProblem(answer: Answer, status: number, code: string, pointers?: string[]): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.headers["content-type"], "application/problem+json");
  const { errors, detail, timesheetId, ...problem } = answer.json;
  assert.ok(timesheetId === undefined || code === "period_locked" || code === "timesheet_state", answer.text);
  assert.deepEqual(problem, {
    type: "about:blank",
    title: STATUS_CODES[status],
    status,
    code,
    requestId: answer.headers["x-request-id"],
  });
  // A sentence whose subject is named: `/name must have …`, not `must have …`.
  assert.match(detail, /^[\p{Lu}\p{N}/].{10}/su, answer.text);
  for (const { timesheetId: _, ...error } of errors ?? [])
    assert.deepEqual(Object.keys(error).sort(), ["code", "message", "pointer"]);
  if (pointers === undefined) return;
  const named = new Set<string>((errors ?? []).map((error: { pointer: string }) => error.pointer));
  assert.deepEqual([...named].toSorted(), pointers.toSorted(), answer.text);
}
