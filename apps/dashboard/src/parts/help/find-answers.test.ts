import assert from "node:assert/strict";
import { test } from "node:test";
import { guide } from "#i18n/en/guide.ts";
import type { Scope } from "#api/scopes.ts";
import { findAnswers } from "./find-answers.ts";

const screenNames = ["time", "calendar", "timesheet", "projects", "tags", "reports", "team", "profile"];
const find = (scopes: readonly Scope[], search = "", hasApprovals = true) =>
  findAnswers(guide.topics, search, { screenNames, scopes, hasApprovals }).map(({ key }) => key);

test("people who can only read see no answers about writing", () => {
  assert.deepEqual(find(["time-entries:read", "projects:read", "reports:read"]), [
    "reports-read",
    "any-offline",
    "profile-adapt",
  ]);
});

test("answers are about what the person can open and do, and contain all words of the search", () => {
  const scopes = ["time-entries:write", "teams:write"] as const;
  assert.deepEqual(find(scopes, "TIMER correct"), ["time-forgot"]);
  assert.deepEqual(find(scopes, "team"), ["team-leads"]);
  assert.deepEqual(find(scopes, "submit"), ["time-locked", "timesheet-submit"]);
  assert.deepEqual(find(scopes, "submit", false), ["time-locked"]);
  assert.deepEqual(find(scopes, "nonsense"), []);
});
