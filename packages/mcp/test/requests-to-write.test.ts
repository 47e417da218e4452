// What people ask an agent to write; see support/requests.ts.
import assert from "node:assert/strict";
import type { Json } from "@stint/server/test/worlds/test-app.ts";
import { agreed, references, replay } from "#test/support/requests.ts";

/** The entry that a request left for a later one. */
let stopped: Json;

replay([
  {
    asked: "Log my notes: yesterday afternoon wireframes for Patient booking, then half an hour of support mail.",
    calls: 4,
    tokens: 1600,
    async run(ask, { descriptions }) {
      const text = "yesterday 13-15 @Patient booking/Design wireframes #ux, 15-15:30 @Support mail";
      const { entries, token } = await ask("draft_time", { text });
      await ask("apply_draft", { entries, token });
      assert.deepEqual(await descriptions("from=2026-11-24&to=2026-11-24"), ["header", "wireframes", "mail"]);
    },
  },
  {
    asked: "Last Tuesday, the header took until half past eleven.",
    calls: 2,
    tokens: 800,
    async run(ask) {
      const { entries } = await ask("list_time", { period: "last tuesday", text: "header" });
      const changed = await ask("change_time", {
        action: "edit",
        entries: references(entries),
        set: { end: "11:30" },
      });
      assert.equal(changed.entries[0].duration, "2:30");
    },
  },
  {
    asked: "Go on with what I did before half past ten, since ten minutes ago.",
    calls: 2,
    tokens: 700,
    async run(ask) {
      const { timer } = await ask("start_timer", { continue: "last before 10:30", started: "-10m" });
      assert.deepEqual([timer.project, timer.description, timer.tags], ["Website", "landing", ["design"]]);
    },
  },
  {
    asked: "Stop.",
    calls: 1,
    tokens: 300,
    async run(ask) {
      stopped = (await ask("stop_timer")).entry;
      assert.equal(stopped.duration, "0:10");
    },
  },
  {
    asked: "Delete that entry. No, bring it back.",
    calls: 3,
    tokens: 1000,
    async run(ask, { descriptions }) {
      const { undo } = await agreed(ask, { action: "delete", entries: references([stopped]) });
      assert.deepEqual(await descriptions("from=2026-11-25"), ["landing", "mail"]);
      await ask("change_time", { action: "undo", undo });
      assert.deepEqual(await descriptions("from=2026-11-25"), ["landing", "mail", "landing"]);
    },
  },
  {
    asked: "Of Monday's login, everything from ten o'clock was support.",
    calls: 3,
    tokens: 600,
    async run(ask, { descriptions }) {
      const { entries } = await ask("list_time", { period: "monday" });
      const args = { action: "split", entries: references(entries), at: "10:00", set: { project: "Support" } };
      const { entries: parts, undo } = await ask("change_time", args);
      assert.deepEqual(
        parts.map(({ start, end, project }: Json) => [start, end, project]),
        [
          ["09:00", "10:00", "Website"],
          ["10:00", "11:00", "Support"],
        ],
      );
      assert.equal(typeof undo, "string");
      assert.deepEqual(await descriptions("from=2026-11-23&to=2026-11-23"), ["NW-8 login", "NW-8 login"]);
    },
  },
  {
    asked: "Tag everything on Website this week with pairing.",
    calls: 3,
    tokens: 1400,
    async run(ask, { ok, owner }) {
      const { entries } = await ask("list_time", { period: "this week", project: "Website" });
      await agreed(ask, { action: "edit", entries: references(entries), set: { add_tags: ["pairing"] } });
      const { data } = await ok(owner.get("/v1/time-entries?from=2026-11-23&tag=pairing&sort=startedAt"));
      assert.deepEqual(
        data.map(({ tags }: Json) => tags),
        [["review", "pairing"], ["pairing"], ["design", "pairing"], ["design", "pairing"]],
      );
    },
  },
  {
    asked: "Move yesterday's header and wireframes to Monday.",
    calls: 3,
    tokens: 1500,
    async run(ask, { descriptions }) {
      const { entries } = await ask("list_time", { period: "yesterday" });
      const two = entries.filter(({ description }: Json) => description !== "mail");
      await agreed(ask, { action: "edit", entries: references(two), set: { day: "monday", remove_tags: ["ux"] } });
      const moved = await descriptions("from=2026-11-23&to=2026-11-23");
      assert.deepEqual(moved, ["NW-8 login", "header", "NW-8 login", "wireframes"]);
    },
  },
  {
    asked: "Enter the Thursday and Friday before last as leave.",
    calls: 2,
    tokens: 1200,
    async run(ask) {
      const leave = { start: "9:00", duration: "8h", project: "Support", description: "leave", billable: false };
      const days = ["2026-11-12", "2026-11-13"].map((day) => ({ day, ...leave }));
      const { entries, token } = await ask("draft_time", { entries: days });
      assert.equal((await ask("apply_draft", { entries, token })).total, "16:00");
    },
  },
  {
    asked: "I forgot to stop my timer yesterday at six.",
    calls: 2,
    tokens: 600,
    async run(ask, { ok, owner, support }) {
      await ok(owner.post("/v1/timer", { ...support, startedAt: "2026-11-24T16:00:00Z", description: "late" }));
      const { timer } = await ask("whoami");
      assert.equal(timer.started, "2026-11-24 17:00");
      assert.equal((await ask("stop_timer", { ended: "yesterday 18:00" })).entry.duration, "1:00");
    },
  },
  {
    asked: "Fill the gap on Thursday with documentation.",
    calls: 3,
    tokens: 1500,
    async run(ask) {
      const morning = { day: "thursday", start: "11:00", end: "12:00", project: "Support", description: "docs" };
      const { gaps } = await ask("draft_time", { entries: [morning] });
      assert.deepEqual([gaps[0].start, gaps[0].end], ["12:00", "14:30"]);
      const { start, end, day } = gaps[0];
      const { entries, token } = await ask("draft_time", { entries: [{ ...morning, day, start, end }] });
      assert.equal((await ask("apply_draft", { entries, token })).total, "2:30");
    },
  },
  {
    asked: "Round this morning's mail up to an hour.",
    calls: 2,
    tokens: 600,
    async run(ask) {
      const { entries } = await ask("list_time", { text: "mail" });
      const args = { action: "edit", entries: references(entries), set: { duration: "1h" } };
      assert.equal((await ask("change_time", args)).entries[0].duration, "1:00");
    },
  },
]);
