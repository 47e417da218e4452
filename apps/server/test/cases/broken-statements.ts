import { hashOf } from "#tracking/month/timesheets/statement.ts";
import { hashOfShown, type ShownStatement } from "./shown-statement.ts";
import { statementVector } from "./statement-vector.ts";

const sound = statementVector as unknown as ShownStatement;

/** Applies the changes to a sound statement, and recomputes its hashes to match. */
function signed(changes: Partial<ShownStatement>): ShownStatement {
  const shown = { ...sound, ...changes };
  const amountsHash = shown.amounts === undefined ? shown.amountsHash : hashOf(shown.amounts);
  const whole = { ...shown, amountsHash };
  return { ...whole, hash: hashOfShown(whole) };
}

/** Returns statements with one thing wrong in each, and the faults that the verification must find. */
export function brokenStatements(): { what: string; statement: unknown; faults: string[] }[] {
  const { entries, totals, amounts } = sound;
  const [first, second] = entries;
  if (first === undefined || second === undefined || amounts === undefined) throw new Error("the vector has both");
  const other = "e".repeat(64);
  const { taskId: _taskId, ...noTask } = first;
  return [
    { what: "another hash", statement: { ...sound, hash: other }, faults: ["hash /hash"] },
    { what: "another member", statement: { ...sound, userId: "user_1" }, faults: ["hash /hash"] },
    {
      what: "another salt",
      statement: { ...sound, amounts: { ...amounts, salt: other } },
      faults: ["amounts_hash /amountsHash"],
    },
    {
      what: "another amount",
      statement: { ...sound, amounts: { ...amounts, amountMinor: 13_501 } },
      faults: ["amounts_hash /amountsHash", "amounts /amounts/amountMinor"],
    },
    {
      what: "a changed duration",
      statement: { ...sound, entries: [{ ...first, durationSeconds: 5_401 }, second] },
      faults: ["hash /hash", "totals /totals/seconds"],
    },
    {
      what: "signed totals that are wrong",
      statement: signed({ totals: { entries: 3, seconds: totals.seconds + 1, billableSeconds: 0 } }),
      faults: ["totals /totals/entries", "totals /totals/seconds", "totals /totals/billableSeconds"],
    },
    {
      what: "signed entries in another order",
      statement: signed({ entries: [second, first], amounts: { ...amounts, entries: amounts.entries.toReversed() } }),
      faults: ["order /entries/1"],
    },
    {
      what: "signed entries of one instant in the order of nothing",
      statement: signed({
        entries: [
          { ...first, startedAt: second.startedAt, id: "time_b" },
          { ...second, id: "time_a" },
        ],
        amounts: {
          ...amounts,
          entries: [
            ["time_b", 9_000],
            ["time_a", 4_500],
          ],
        },
      }),
      faults: ["order /entries/1"],
    },
    {
      what: "a signed entry that is listed twice",
      statement: signed({
        entries: [first, { ...second, id: first.id }],
        amounts: {
          ...amounts,
          entries: [
            [first.id, 9_000],
            [first.id, 4_500],
          ],
        },
      }),
      faults: ["duplicate /entries/1"],
    },
    {
      what: "a signed entry at the end of the period",
      statement: signed({ entries: [first, { ...second, startedAt: sound.endsAt }] }),
      faults: ["outside_period /entries/1/startedAt"],
    },
    {
      what: "a signed entry before the period",
      statement: signed({ entries: [{ ...first, startedAt: "2026-03-22T22:59:59.999Z" }, second] }),
      faults: ["outside_period /entries/0/startedAt"],
    },
    {
      what: "a signed entry on no day",
      statement: signed({ entries: [first, { ...second, startedAt: "2026-03-24T25:30:00Z" }] }),
      faults: ["outside_period /entries/1/startedAt"],
    },
    {
      what: "a signed period that ends before it begins",
      statement: signed({ periodEnd: "2026-03-22" }),
      faults: ["period /periodEnd"],
    },
    {
      what: "a signed period without time",
      statement: signed({ startsAt: first.startedAt, endsAt: first.startedAt }),
      faults: ["period /endsAt", "outside_period /entries/0/startedAt", "outside_period /entries/1/startedAt"],
    },
    {
      what: "signed amounts of another entry",
      statement: signed({
        amounts: {
          ...amounts,
          entries: [
            [first.id, 9_000],
            ["time_1", 4_500],
          ],
        },
      }),
      faults: ["amounts /amounts/entries/1"],
    },
    {
      what: "signed amounts of one entry more",
      statement: signed({ amounts: { ...amounts, entries: [...amounts.entries, ["time_1", 0]] } }),
      faults: ["amounts /amounts/entries/2"],
    },
    {
      what: "signed amounts with another sum",
      statement: signed({ amounts: { ...amounts, amountMinor: 1 } }),
      faults: ["amounts /amounts/amountMinor"],
    },
    {
      what: "a signed first revision with a hash before it",
      statement: signed({ revision: 1 }),
      faults: ["previous_hash /previousHash"],
    },
    {
      what: "a signed second revision without one",
      statement: signed({ previousHash: null }),
      faults: ["previous_hash /previousHash"],
    },
    { what: "no statement", statement: null, faults: ["malformed "] },
    { what: "a list", statement: [sound], faults: ["malformed "] },
    { what: "a missing field", statement: { ...sound, timeZone: undefined }, faults: ["malformed /timeZone"] },
    {
      what: "an entry without its task",
      statement: { ...sound, entries: [noTask, second] },
      faults: ["malformed /entries/0/taskId"],
    },
    {
      what: "a field of an entry that no hash covers",
      statement: { ...sound, entries: [{ ...first, description: "Review" }, second] },
      faults: ["malformed /entries/0/description"],
    },
    {
      what: "other kinds of values",
      statement: { ...sound, revision: 1.5, totals: { ...totals, seconds: "8050" }, amountsHash: "E".repeat(64) },
      faults: ["malformed /revision", "malformed /totals/seconds", "malformed /amountsHash"],
    },
    {
      what: "half of a surrogate pair",
      statement: { ...sound, timeZone: "Europe/\udc00" },
      faults: ["malformed /timeZone"],
    },
  ];
}
