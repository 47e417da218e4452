import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { guide } from "#i18n/en/guide.ts";
import { listLanguages, listTexts } from "#i18n/list-texts.ts";
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

test("each answer has a picture in each language", () => {
  const pictures = globSync("*/*.webp", { cwd: join(import.meta.dirname, "../../../public/pictures") });
  const needed = listLanguages().flatMap((language) =>
    Object.keys(guide.topics).map((key) => join(language, `${key}.webp`)),
  );
  assert.deepEqual(pictures.toSorted(), needed.toSorted());
});

test("answers name controls as they are called", async () => {
  for (const language of listLanguages()) {
    const texts = [...(await listTexts(language))];
    const names = new Set(texts.map(([, { text }]) => text));
    const answers = texts.filter(([path]) => path.startsWith("guide.topics."));
    const quoted = answers.flatMap(([, { text }]) => [...text.matchAll(/[“„«]\s?([^”“»]+?)\s?[”“»]/g)]);
    // Quotations with digits are examples of what to type.
    const unknown = quoted.map(([, name = ""]) => name).filter((name) => !/\d/.test(name) && !names.has(name));
    assert.deepEqual(unknown, [], language);
  }
});
