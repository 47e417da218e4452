import { groupings } from "#tracking/reports/summaries/groupings.ts";
import { type BenchRun, type Line, makeTempDir } from "../measure/bench-run.ts";
import { median } from "../measure/compare.ts";
import { fillOrganization, placeOf } from "../data/fill-organization.ts";
import { newOrganization, openBenchDatabase, startService } from "../measure/service.ts";
import { send, takeTurns, turnsLine, untilFolded } from "../measure/take-turns.ts";

const spread = 200_000;

/**
 * Measures reports with every grouping and pair of groupings over 200,000 entries from three years, with and without
 * additional entries in 1970 and 2199.
 */
export async function benchmarkYears(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const keys: string[] = [];
  for (let organization = 0; organization < 2; organization++) {
    const { organizationId, apiKey } = await newOrganization(db);
    await fillOrganization(db, organizationId, spread);
    keys.push(apiKey);
  }
  const { url } = await startService(run, tempDir, dataDir);
  const [far = "", near = ""] = keys;
  for (const startedAt of ["1970-01-05T09:00:00Z", "2199-12-30T09:00:00Z"]) {
    const entry = { ...placeOf(1), startedAt, durationSeconds: 3600, tags: ["Review"] };
    await send(`${url}/v1/time-entries`, far, entry);
  }
  await untilFolded(db);
  run.say(`every pair of groupings over ${spread} entries, with and without two far apart, in turn`);
  const pairs = groupings.flatMap((one) => [
    one,
    ...groupings.filter((two) => two !== one).map((two) => `${one},${two}`),
  ]);
  const lines: { pair: string; rounds: [number, number][]; ratio: number }[] = [];
  for (const pair of pairs) {
    const path = `/v1/reports/summary?groupBy=${pair}&format=csv`;
    const rounds = await takeTurns(run, [{ url, apiKey: far }, path], [{ url, apiKey: near }, path]);
    const ratio = median(rounds.map(([ours, theirs]) => ours / theirs));
    run.say(`  ${pair}: ${ratio.toFixed(2)}`);
    lines.push({ pair, rounds, ratio });
  }
  const worst = lines.toSorted((a, b) => b.ratio - a.ratio)[0];
  if (worst === undefined) throw new Error("no grouping was measured");
  const all = median(lines.map(({ ratio }) => ratio));
  const made = turnsLine(`1970 and 2199: worst of ${pairs.length}, by ${worst.pair}`, worst.rounds, "with", "without");
  return [{ ...made, note: `${made.note}; median of all ${all.toFixed(2)}` }];
}
