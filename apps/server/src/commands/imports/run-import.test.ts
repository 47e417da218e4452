import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { createDatabase } from "#test/databases/test-database.ts";
import { temporaryFolder } from "#test/processes/start-postgres-process.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { runImport } from "./run-import.ts";

const header =
  "User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags";

async function newImporter(t: TestContext) {
  const { db, connection } = await createDatabase();
  const { orgId } = await (await newTestApp({ db })).newOrganization();
  const path = join(await temporaryFolder(t), "time.csv");
  /** Imports rows of a person and a day, and returns what the command says about people and sums. */
  return async (rows: [person: string, day: string][], { dryRun }: { dryRun: boolean }) => {
    const lines = rows.map(
      ([who, day]) => `${who},${who}@example.com,,Mill,Work,,Yes,${day},09:00:00,${day},09:01:00,00:01:00,`,
    );
    await writeFile(path, [header, ...lines].join("\n"));
    const request = { path, org: orgId, source: "toggl", timeZone: "UTC", dryRun, json: false };
    const answers = { encoding: undefined, dateOrder: undefined, durationUnit: undefined, decimalMark: undefined };
    let text = "";
    const streams = { out: (said: string) => (text += said), err: () => undefined, isTerminal: false };
    await runImport({ db, connection } as Parameters<typeof runImport>[0], { ...request, ...answers }, streams);
    return text.replaceAll(path, "FILE");
  };
}

test("a preview counts one row as one row, and names only people who become members", async (t) => {
  const run = await newImporter(t);
  const said = await run(
    [
      ["zed", "2026-03-02"],
      ["bad", "2026-13-45"],
    ],
    { dryRun: true },
  );
  assert.match(said, /^FILE is an export of toggl: 2 rows, \d+ seconds\.\n/);
  assert.match(said, / and 1 member\.\n/);
  assert.match(said, /^zed \(1 row\) is not a member, and becomes one who cannot sign in\.$/m);
  assert.doesNotMatch(said, /^bad \(/m);
  await run([["zed", "2026-03-02"]], { dryRun: false });
  const again = await run([["zed", "2026-03-02"]], { dryRun: true });
  assert.match(again, /: 1 row, 60 seconds\.\n.* and 0 members\.\n/);
  assert.doesNotMatch(again, /is not a member/);
});
