import assert from "node:assert/strict";
import { test } from "node:test";
import type { Summary } from "@stint/sdk";
import { toUnbilledRows } from "./unbilled-rows.ts";

const group = (key: string, amountMinor: number, days: readonly string[]) => ({
  key,
  name: `Project ${key}`,
  billableSeconds: 3600,
  amountMinor,
  unratedSeconds: 60,
  groups: days.map((day) => ({ key: day })),
});

test("a client's projects are one row that waits since the oldest day, and a project without a client has its own", () => {
  const projects = new Map(["1", "2", "3"].map((id) => [id, { clientId: id === "3" ? null : "client_1" }]));
  const groups = [
    group("1", 9000, ["2026-03-04", "2026-03-09"]),
    group("3", 30_000, []),
    group("2", 9000, ["2026-03-10", "2026-03-02"]),
  ] as unknown as Summary["groups"];
  assert.deepEqual(toUnbilledRows(groups, projects, [{ id: "client_1", name: "Acme" }]), [
    {
      id: "3",
      name: null,
      projects: [{ id: "3", name: "Project 3" }],
      since: undefined,
      billableSeconds: 3600,
      amountMinor: 30_000,
      unratedSeconds: 60,
      choice: { clientId: [], projectId: ["3"] },
    },
    {
      id: "client_1",
      name: "Acme",
      projects: [
        { id: "1", name: "Project 1" },
        { id: "2", name: "Project 2" },
      ],
      since: "2026-03-02",
      billableSeconds: 7200,
      amountMinor: 18_000,
      unratedSeconds: 120,
      choice: { clientId: ["client_1"], projectId: [] },
    },
  ]);
});
