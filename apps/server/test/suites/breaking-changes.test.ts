import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { findBreakingChanges } from "#test/cases/breaking-changes.ts";
import { adding, breaking, type Change } from "#test/cases/breaking-change-cases.ts";
import { partsOf, released } from "#test/cases/breaking-change-document.ts";
import type { Json } from "#test/worlds/test-app.ts";

const readJson = async (name: string): Promise<Json> =>
  JSON.parse(await readFile(new URL(`../../${name}`, import.meta.url), "utf8"));

function breaksOf(change: Change): string[] {
  const current = released();
  change(partsOf(current));
  assert.notDeepEqual(current, released(), "the case changes the document");
  return findBreakingChanges(released(), current);
}

/** Rules that the service has always enforced, but that the document of the last release does not mention. */
const alwaysEnforced = [
  /^\w+ \/v1\/webhooks\S*: request\/url: pattern undefined became /,
  /^\w+ \/v1\/(rates|saved-reports|projects)\S*: request(\/query|\/budget)?: a new rule/,
];

test("the API breaks no client written for the last release", async () => {
  const found = findBreakingChanges(await readJson("openapi-released.json"), await readJson("openapi.json"));
  const breaks = found.filter((what) => !alwaysEnforced.some((rule) => rule.test(what)));
  assert.deepEqual(breaks, [], "see docs/api/versioning.md");
});

test("the comparison finds changes of the real document, at any depth and in every place", async () => {
  const document = await readJson("openapi-released.json");
  delete document.components.schemas.TimeEntry.properties.durationSeconds;
  document.components.schemas.TimeEntry.required = [];
  const found = findBreakingChanges(await readJson("openapi-released.json"), document);
  assert.ok(
    found.some((what) => what.endsWith("/durationSeconds: the field was removed")),
    found.join("\n"),
  );
  assert.ok(
    found.some((what) => what.endsWith("/projectId: the field is no longer always present")),
    found.join("\n"),
  );
});

for (const [rule, cases] of Object.entries(breaking))
  test(`it breaks clients when ${rule}`, () => {
    for (const [change, expected] of cases)
      // A change to a named schema is reported only at its first use.
      assert.equal(breaksOf(change).join("\n"), expected);
  });

for (const [rule, cases] of Object.entries(adding))
  test(`it breaks no client when ${rule}`, () => {
    for (const change of cases) assert.deepEqual(breaksOf(change), []);
  });

test("the rules in docs/api/versioning.md are the tested ones", async () => {
  const text = await readFile(new URL("../../../../docs/api/versioning.md", import.meta.url), "utf8");
  const rulesUnder = (title: string) =>
    (text.split(`## ${title}\n`)[1]?.split("\n## ", 1)[0] ?? "")
      .split("\n")
      .flatMap((line) => line.match(/^- (.+)$/)?.[1] ?? []);
  assert.deepEqual(rulesUnder("What breaks a client"), Object.keys(breaking));
  assert.deepEqual(rulesUnder("What may change"), Object.keys(adding));
});
