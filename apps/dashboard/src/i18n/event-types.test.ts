import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { eventTypes } from "./en/event-types.ts";

test("every event type of the API is described as there, so that it is translated too", () => {
  const openapi = readFileSync(new URL("../../../server/openapi.json", import.meta.url), "utf8");
  const { webhooks } = JSON.parse(openapi) as { webhooks: Record<string, { post: { description: string } }> };
  const described = Object.entries(webhooks).map(([type, { post }]) => [type, post.description]);
  assert.deepEqual(eventTypes, Object.fromEntries(described));
});
