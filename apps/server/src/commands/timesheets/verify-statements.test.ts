import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test, type TestContext } from "node:test";
import { statementVector } from "#test/cases/statement-vector.ts";
import { makeStatement } from "#tracking/month/timesheets/statement.ts";

const main = resolve(import.meta.dirname, "../../../bin/stint-server.js");

/** Runs the command without a database. */
function verify(args: string[], input = ""): Promise<{ code: unknown; out: string; err: string }> {
  return new Promise((done) => {
    const env = { ...process.env, DATABASE_URL: "postgres://localhost:1/none" };
    const child = execFile(process.execPath, [main, "timesheet", "verify", ...args], { env }, (error, out, err) =>
      done({ code: error?.code ?? 0, out, err }),
    );
    child.stdin?.end(input);
  });
}

async function folderWith(t: TestContext, files: Record<string, unknown>): Promise<(name: string) => string> {
  const folder = await mkdtemp(join(tmpdir(), "stint-statements-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, name), content instanceof Buffer ? content : JSON.stringify(content));
  return (name) => join(folder, name);
}

/** Creates a revision of a timesheet without entries. */
function revisionOf(revision: number, previousHash: string | null) {
  const sheet = {
    org_id: "org_1",
    user_id: "user_1",
    period_start: "2026-03-01",
    period_end: "2026-03-31",
    starts_at: "2026-03-01T00:00:00Z",
    ends_at: "2026-04-01T00:00:00Z",
    time_zone: "UTC",
    revision: revision - 1,
  };
  const { statement, amounts, hash } = makeStatement(sheet, [], { currency: "EUR", previousHash });
  return { ...statement, amounts, hash };
}

test("a sound statement is described, from a file or standard input, without a database", async (t) => {
  const at = await folderWith(t, { "march.json": statementVector });
  const described = `Anna Member (user_0199c5d0a1b27c3d8e4f5a6b7c8d9e10; no hash covers the name), 2026-03-23 to 2026-03-29 (Europe/Berlin), revision 2
  2 entries, 2:14:10 hours, 2:15:00 of them billable
  hash ${statementVector.hash}
  OK
`;
  assert.deepEqual(await verify([at("march.json")]), { code: 0, out: `${at("march.json")}: ${described}`, err: "" });
  const piped = await verify(["-"], `\ufeff${JSON.stringify(statementVector)}`);
  assert.deepEqual(piped, { code: 0, out: `Standard input: ${described}`, err: "" });
});

test("a name in the file is shown as unverified, whatever it contains", async (t) => {
  const at = await folderWith(t, {
    "named.json": { ...statementVector, userName: "Mona \u202eReed\n  OK" },
    "odd.json": { ...statementVector, userName: { first: "Mona" } },
  });
  const [named, odd] = await Promise.all([verify([at("named.json")]), verify([at("odd.json")])]);
  assert.ok(
    named.out.startsWith(
      `${at("named.json")}: Mona Reed   OK (user_0199c5d0a1b27c3d8e4f5a6b7c8d9e10; no hash covers the name), 2026-`,
    ),
    named.out,
  );
  assert.ok(odd.out.startsWith(`${at("odd.json")}: user_0199c5d0a1b27c3d8e4f5a6b7c8d9e10, 2026-`), odd.out);
});

test("a statement of somebody else cannot control the terminal", async (t) => {
  const at = await folderWith(t, {
    "forged.json": { ...statementVector, timeZone: "UTC\u001b[2K)\n  OK\u009b", "\u202efield\n  OK": 1 },
  });
  for (const more of [[], ["--json"]]) {
    const { code, out } = await verify([at("forged.json"), ...more]);
    assert.equal(code, 1);
    assert.doesNotMatch(out, /[^\P{Cc}\n]|\u202e|^ {2}OK/mu);
  }
});

test("a changed statement exits with 1 and says what is wrong, also as JSON", async (t) => {
  const [first, second] = statementVector.entries;
  const changed = { ...statementVector, entries: [{ ...first, durationSeconds: 9_000 }, second] };
  const at = await folderWith(t, { "changed.json": changed, "sound.json": statementVector });
  const { code, out } = await verify([at("changed.json"), at("sound.json")]);
  assert.equal(code, 1);
  assert.match(out, /\n {2}WRONG {2}\/hash is not that of the statement, which is [0-9a-f]{64}\n/);
  assert.match(out, /\n {2}WRONG {2}\/totals\/seconds is 8050, but the entries add up to 11650\n/);
  assert.match(out, /sound\.json: [^]*\n {2}OK\n$/);
  const asJson = await verify([at("changed.json"), at("sound.json"), "--json"]);
  const { statements } = JSON.parse(asJson.out) as { statements: { isSound: boolean; faults: { code: string }[] }[] };
  assert.equal(asJson.code, 1);
  assert.deepEqual(
    statements.map(({ isSound, faults }) => [isSound, ...faults.map((fault) => fault.code)]),
    [[false, "hash", "totals"], [true]],
  );
});

test("files that cannot be read or are no statements are named, and the others are still checked", async (t) => {
  const at = await folderWith(t, {
    "problem.json": { type: "about:blank", status: 404 },
    "latin.json": Buffer.from([0x22, 0xe9, 0x22]),
    "empty.json": Buffer.alloc(0),
    "sound.json": statementVector,
  });
  const names = ["missing.json", "problem.json", "latin.json", "empty.json", ".", "sound.json"];
  const { code, out } = await verify(names.map(at));
  assert.equal(code, 1);
  assert.ok(out.includes(`${at("missing.json")} does not exist.\n`));
  assert.ok(out.includes(`${at("problem.json")} is not the statement of a timesheet:\n  /organizationId is missing\n`));
  assert.ok(out.includes(`${at("latin.json")} is not JSON in UTF-8.\n`));
  assert.ok(out.includes(`${at("empty.json")} is not JSON in UTF-8.\n`));
  assert.ok(out.includes(`${at(".")} is a folder, not a file.\n`));
  assert.match(out, /sound\.json: [^]*\n {2}OK\n$/);
  const none = await verify([]);
  assert.deepEqual([none.code, none.out], [2, ""]);
  assert.match(none.err, /^A path is missing\.\n {2}timesheet verify FILE/);
});

test("revisions of one timesheet must name each other's hashes, in any order of the files", async (t) => {
  const one = revisionOf(1, null);
  const two = revisionOf(2, one.hash);
  const three = revisionOf(3, two.hash);
  const forged = revisionOf(2, "f".repeat(64));
  const at = await folderWith(t, { "1.json": one, "2.json": two, "3.json": three, "forged.json": forged });
  assert.equal((await verify(["3.json", "1.json", "2.json"].map(at))).code, 0);
  assert.equal((await verify(["3.json", "1.json"].map(at))).code, 0, "the one between is unknown");
  const broken = await verify(["1.json", "forged.json"].map(at));
  assert.equal(broken.code, 1);
  assert.ok(broken.out.endsWith(`  WRONG  /previousHash is not the hash of revision 1 in ${at("1.json")}\n`));
  const rivals = await verify(["2.json", "forged.json"].map(at));
  assert.equal(rivals.code, 1);
  assert.match(
    rivals.out,
    /WRONG {2}\/hash differs from that of \S+2\.json, which is of the same timesheet and revision/,
  );
});
