import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryObserver } from "@tanstack/react-query";
import { queryClient, refresh } from "./queries.ts";

test("a change while the first read is underway is read too", async () => {
  const { promise: late, resolve: reply } = Promise.withResolvers<string>();
  const replies = [late, "after the change"];
  const key = ["webhooks", "late"] as const;
  const unsubscribe = new QueryObserver(queryClient, { queryKey: key, queryFn: () => replies.shift() }).subscribe(
    () => undefined,
  );
  const refreshed = refresh("webhooks");
  reply("before the change");
  await refreshed;
  unsubscribe();
  assert.deepEqual([queryClient.getQueryData(key), replies], ["after the change", []]);
});
