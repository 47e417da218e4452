import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { SourceName } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { togglCsv } from "#test/worlds/import-files.ts";
import { sharedDatabase } from "#test/databases/test-database.ts";
import { stageFile } from "./stage-file.ts";

const nothing = async () => {};

test("a file is staged 200 rows per turn of the event loop", async (t) => {
  const { db } = await sharedDatabase();
  const folder = await mkdtemp(join(tmpdir(), "stint-stage-"));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, "toggl.csv");
  await writeFile(path, togglCsv(Array.from({ length: 1_000 }, (_none, at) => ({ project: `P${at}`, seconds: 60 }))));
  let read = 0;
  let maxInTurn = 0;
  let readBefore = 0;
  let isOver = false;
  const countTurn = () => {
    maxInTurn = Math.max(maxInTurn, read - readBefore);
    readBefore = read;
    if (!isOver) setImmediate(countTurn);
  };
  // Computing the key of a row reads `source`, so this getter counts the rows.
  const settings = {
    get source(): SourceName {
      read++;
      return "toggl";
    },
    timeZone: "UTC",
    currency: "EUR",
    dateOrder: undefined,
    columns: {},
  };
  countTurn();
  await stageFile(db, path, {
    orgId: "org_staged",
    importId: "import_staged",
    settings,
    onProgress: nothing,
    pace: nothing,
  });
  isOver = true;
  countTurn();
  assert.ok(read >= 1_000);
  assert.ok(maxInTurn <= 210, `${maxInTurn} rows in a turn`);
});

test("reading pauses after every thousand rows, and never for a smaller file", async (t) => {
  const { db } = await sharedDatabase();
  const folder = await mkdtemp(join(tmpdir(), "stint-stage-"));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, "toggl.csv");
  const settings = { source: "toggl", timeZone: "UTC", currency: "EUR", dateOrder: undefined, columns: {} } as const;
  for (const [count, expected] of [
    [999, 0],
    [3_500, 3],
  ] as const) {
    await writeFile(path, togglCsv(Array.from({ length: count }, (_none, at) => ({ seconds: 60 + at }))));
    let rests = 0;
    const pace = async () => void rests++;
    const importId = `import_${count}`;
    await stageFile(db, path, { orgId: "org_paced", importId, settings, onProgress: nothing, pace });
    assert.equal(rests, expected);
  }
});
