import fc from "fast-check";
import { formatInstant } from "#platform/time.ts";
import { makeStatement } from "#tracking/month/timesheets/statement.ts";
import type { ShownStatement } from "./shown-statement.ts";
import { anyText } from "./any-text.ts";

const monthStartMs = Date.UTC(2026, 2, 1);
const monthEndMs = Date.UTC(2026, 3, 1);

const idOf = (prefix: string) =>
  fc
    .array(fc.integer({ min: 0, max: 15 }), { minLength: 32, maxLength: 32 })
    .map((digits) => `${prefix}_${digits.map((digit) => digit.toString(16)).join("")}`);

const entry = fc.record({
  id: idOf("time"),
  version: fc.integer({ min: 1, max: 1_000 }),
  // The second generator yields so few instants that some entries start at the same one. Half of its instants have
  // milliseconds.
  started_at: fc
    .oneof(
      fc.integer({ min: monthStartMs, max: monthEndMs - 1 }),
      fc.integer({ min: 0, max: 40 }).map((halves) => monthStartMs + halves * 500),
    )
    .map(formatInstant),
  duration_seconds: fc.integer({ min: 0, max: 86_400 }),
  project_id: idOf("proj"),
  task_id: idOf("task"),
  billable_seconds: fc.integer({ min: 0, max: 86_400 }),
  amount_minor: fc.integer({ min: 0, max: 10_000_000 }),
});

/**
 * Generates statements as the API returns them after an approval. Organization ids and time zones include any text that
 * the hash allows.
 */
export function arbitraryStatement({ maxEntries = 40 } = {}): fc.Arbitrary<ShownStatement> {
  return fc
    .record({
      sheet: fc.record({
        org_id: fc.oneof(idOf("org"), anyText({ maxLength: 20 })),
        user_id: idOf("user"),
        period_start: fc.constant("2026-03-01"),
        period_end: fc.constant("2026-03-31"),
        starts_at: fc.constant(formatInstant(monthStartMs)),
        ends_at: fc.constant(formatInstant(monthEndMs)),
        time_zone: fc.oneof(fc.constantFrom("UTC", "Europe/Berlin"), anyText({ maxLength: 20 })),
        revision: fc.constant(0),
      }),
      entries: fc.uniqueArray(entry, { maxLength: maxEntries, selector: ({ id }) => id }),
      earlier: fc.option(
        fc.record({
          revisions: fc.integer({ min: 1, max: 9 }),
          previousHash: fc.constantFrom("0".repeat(64), "c0ffee".padEnd(64, "1")),
        }),
      ),
    })
    .map(({ sheet, entries, earlier }) => {
      const revised = { ...sheet, revision: earlier?.revisions ?? 0 };
      const options = { currency: "EUR", previousHash: earlier?.previousHash ?? null };
      const { statement, amounts, hash } = makeStatement(revised, entries, options);
      return { ...statement, hash, amounts };
    });
}
