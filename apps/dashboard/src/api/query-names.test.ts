import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryClient } from "@tanstack/react-query";
import type { QueryKey } from "./query-names.ts";

test("a misspelt query name is a type error, and not only in our own functions", async () => {
  const client = new QueryClient();
  const known: QueryKey = ["webhooks", "list"];
  client.setQueryData(known, []);
  // @ts-expect-error -- No query has this name.
  client.setQueryData(["webhoks", "list"], []);
  // @ts-expect-error -- No query has this name.
  await client.invalidateQueries({ queryKey: ["webhoks"] });
  assert.equal(client.getQueryState(known)?.isInvalidated, false);
  await client.invalidateQueries({ queryKey: ["webhooks"] });
  assert.equal(client.getQueryState(known)?.isInvalidated, true);
});
