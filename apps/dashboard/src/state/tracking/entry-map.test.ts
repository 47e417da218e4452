import assert from "node:assert/strict";
import { test } from "node:test";
import type { TimeEntry } from "@stint/sdk";
import fc from "fast-check";
import { createEntryMap, overlay } from "./entry-map.ts";

function entry(id: string, minute: number): TimeEntry {
  return { id, startedAt: new Date(minute * 60_000).toISOString() } as TimeEntry;
}

function ids(map: { newestFirst: () => readonly TimeEntry[] }): string[] {
  return map.newestFirst().map(({ id }) => id);
}

test("entries stay sorted newest first after any change", () => {
  const change = fc.tuple(fc.constantFrom("a", "b", "c", "d", "e"), fc.option(fc.nat(4)), fc.boolean());
  fc.assert(
    fc.property(fc.array(change), fc.array(change), (below, above) => {
      const base = createEntryMap();
      const model = new Map<string, TimeEntry>();
      const apply = (map: { set: (id: string, entry: TimeEntry) => void; delete: (id: string) => void }) => {
        return ([id, minute, isRead]: [string, number | null, boolean]) => {
          if (minute === null) map.delete(id);
          else map.set(id, entry(id, minute));
          if (minute === null) model.delete(id);
          else model.set(id, entry(id, minute));
          if (isRead) base.newestFirst();
        };
      };
      const expected = () =>
        [...model.values()]
          .toSorted(
            (left, right) => Date.parse(right.startedAt) - Date.parse(left.startedAt) || (left.id < right.id ? 1 : -1),
          )
          .map(({ id }) => id);
      below.forEach(apply(base));
      assert.deepEqual(ids(base), expected());
      const before = ids(base);
      const top = overlay(base);
      above.forEach(apply(top));
      assert.deepEqual(ids(top), expected());
      assert.deepEqual(ids(base), before);
    }),
  );
});

test("the array stays identical while nothing changes, so that nothing re-renders", () => {
  const base = createEntryMap();
  const first = entry("a", 1);
  base.set("a", first);
  const shown = base.newestFirst();
  base.set("a", first);
  base.delete("unknown");
  assert.equal(base.newestFirst(), shown);
  assert.equal(overlay(base).newestFirst(), shown);
});

test("changes not stored on the device yet are returned once", () => {
  const base = createEntryMap();
  base.set("a", entry("a", 1));
  base.set("b", entry("b", 1));
  base.delete("a");
  assert.deepEqual([...base.takeUnkept().keys()], ["a", "b"]);
  assert.equal(base.takeUnkept().size, 0);
  base.clear();
  assert.deepEqual([...base.takeUnkept()], [["b", undefined]]);
});
