import assert from "node:assert/strict";
import { test } from "node:test";
import { periodName } from "./period-name.ts";

/** Replaces Intl's thin and other special spaces with plain ones. */
const plain = (text: string) => text.replaceAll(/\s+/g, " ");

test("a period is named as a month or as days, in the order of the language", () => {
  const march = { periodStart: "2026-03-01", periodEnd: "2026-03-31" };
  const week = { periodStart: "2026-03-30", periodEnd: "2026-04-05" };
  const february = { periodStart: "2026-02-01", periodEnd: "2026-02-28" };
  const firstWeek = { periodStart: "2026-06-01", periodEnd: "2026-06-07" };
  assert.equal(periodName(march, "en-GB", "long"), "March 2026");
  assert.equal(periodName(march, "de", "long"), "März 2026");
  assert.equal(periodName(february, "fr", "short"), "févr. 2026");
  assert.equal(plain(periodName(week, "en-GB", "long")), "30 Mar – 5 Apr 2026");
  assert.equal(plain(periodName(week, "en-US", "short")), "Mar 30 – Apr 5");
  assert.match(plain(periodName(firstWeek, "de", "short")), /^1\.\s?–\s?7\. Juni$/);
});
