import assert from "node:assert/strict";
import { test } from "node:test";
import type { Summary } from "@stint/sdk";
import { areExact, perHourOf, sumOf, toBillLines } from "./bill-lines.ts";

type Tasks = [name: string, hours: number][];

/** The groups of a summary by project and task, at 90.00 an hour. */
const groupsOf = (projects: Record<string, Tasks>) =>
  Object.entries(projects).map(([project, tasks]) => ({
    key: `proj_${project}`,
    name: project,
    groups: tasks.map(([name, hours]) => ({
      key: `task_${name}`,
      name,
      entries: hours,
      billableSeconds: hours * 3600,
      amountMinor: hours * 9000,
      exactAmountMinor: hours * 9000,
      unratedSeconds: 0,
    })),
  })) as unknown as Summary["groups"];

test("each task is a line without its time that is not approved", () => {
  const all = groupsOf({
    Shop: [
      ["Design", 3],
      ["Build", 5],
    ],
    Garden: [["Plan", 2]],
  });
  const lines = toBillLines(all, groupsOf({ Shop: [["Build", 1]], Garden: [["Plan", 2]] }));
  const figures = lines.map(({ taskId, name, entries, amountMinor, unapprovedSeconds }) => {
    return { taskId, name, entries, amountMinor, unapprovedSeconds };
  });
  assert.deepEqual(figures, [
    { taskId: "task_Design", name: "Shop · Design", entries: 3, amountMinor: 27_000, unapprovedSeconds: 0 },
    { taskId: "task_Build", name: "Shop · Build", entries: 4, amountMinor: 36_000, unapprovedSeconds: 3600 },
  ]);
  assert.equal(sumOf(lines, "billableSeconds"), 7 * 3600);
  assert.deepEqual(toBillLines(all, all), []);
});

test("the price of an hour leaves out time without a rate", () => {
  const [line] = toBillLines(groupsOf({ Shop: [["Design", 3]] }), []);
  assert.ok(line);
  assert.equal(perHourOf(line), 9000);
  assert.equal(perHourOf({ ...line, billableSeconds: 4 * 3600, unratedSeconds: 3600 }), 9000);
  assert.equal(perHourOf({ ...line, exactAmountMinor: 0 }), undefined);
});

test("the price of an hour is a rate, not the mean of several or that of a rounded amount", () => {
  const [line] = toBillLines(groupsOf({ Shop: [["Design", 3]] }), []);
  assert.ok(line);
  // 1.25 hours at 95.00 and 2.25 hours at 111.00.
  assert.equal(perHourOf({ ...line, billableSeconds: 3.5 * 3600, exactAmountMinor: 36_850 }), "mixed");
  // Seven minutes at 100.00, rounded to 11.67.
  assert.equal(perHourOf({ ...line, billableSeconds: 420, exactAmountMinor: 1167 }), 10_000);
  assert.equal(perHourOf({ ...line, billableSeconds: 3600, exactAmountMinor: 9501 }), 9501);
});

test("lines are exact if each has one price that gives its amount", () => {
  const [line] = toBillLines(groupsOf({ Shop: [["Design", 3]] }), []);
  assert.ok(line);
  const free = { ...line, amountMinor: 0, exactAmountMinor: 0 };
  assert.ok(areExact([line, free]));
  assert.ok(!areExact([free]));
  assert.ok(!areExact([line, { ...line, unratedSeconds: 3600 }]));
  // 1.25 hours at 95.00 and 2.25 hours at 111.00.
  const mixed = { billableSeconds: 3.5 * 3600, amountMinor: 36_850, exactAmountMinor: 36_850 };
  assert.ok(!areExact([line, { ...line, ...mixed }]));
  // Three times 1.25 hours at 73.50, each rounded up to 91.88.
  const roundedUp = { billableSeconds: 3.75 * 3600, amountMinor: 27_564, exactAmountMinor: 27_563 };
  assert.ok(!areExact([line, { ...line, ...roundedUp }]));
});
