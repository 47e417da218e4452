import { sql } from "#platform/database/database.ts";
import { type BenchRun, type Line, makeTempDir, runProgram } from "../measure/bench-run.ts";
import { watchOthers } from "../measure/cpu.ts";
import { fillHistory } from "../data/fill-history.ts";
import { entryCount, fillOrganization } from "../data/fill-organization.ts";
import { command, newOrganization, openBenchDatabase, serviceEnv } from "../measure/service.ts";

const target = 60;
// Used if measurements last one second, as with --quick.
const quickEntries = 50_000;

/** Compares the doctor's check of entries and their change rows with one read of both tables as text. */
export async function benchmarkDoctor(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const { organizationId: orgId } = await newOrganization(db);
  const entries = run.seconds === 1 ? quickEntries : entryCount;
  run.say(`doctor: filling ${entries} entries and their change rows`);
  await fillOrganization(db, orgId, entries);
  await fillHistory(db, orgId);
  const watched = watchOthers();
  const doctor = await seconds(() =>
    runProgram(run, process.execPath, command(["doctor"]), serviceEnv({ DATA_DIR: dataDir })),
  );
  const read = await seconds(() =>
    db.transaction(async (tx) => {
      await tx.query(sql`set local statement_timeout = 0`);
      await tx.query(sql`select sum(length(e::text)) from time_entries e where org_id = ${orgId}`);
      await tx.query(sql`select sum(length(c::text)) from changes c where org_id = ${orgId}`);
    }),
  );
  const perMillion = (doctor * 1_000_000) / entries;
  return [
    {
      name: "doctor, 1M entries",
      product: `${perMillion.toFixed(1)} s`,
      against: `both tables as text ${((read * 1_000_000) / entries).toFixed(1)} s`,
      ratio: (doctor / read).toFixed(1),
      target: `≤ ${target} s`,
      outcome: perMillion <= target ? "ok" : "MISSED",
      note: `${entries} entries, others ${(watched() ?? 0).toFixed(2)} core`,
    },
  ];
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}
