// Runs tests. A file named `*.endurance.test.ts` is in the endurance tier: it kills, floods, damages, races for long, or
// starts other servers, shells and packages. All other files are in the behaviour tier.
//
//   npm test                           the behaviour tier
//   npm test -- FOLDER…                the behaviour tier of these folders; a file given by name runs whatever its tier
//   npm test -- FOLDER… --endurance    both tiers
//   npm run test:endurance             the endurance tier, then all operations on Debian's PostgreSQL 15
//
// --postgres=DIR runs the tests on the PostgreSQL whose programs are in DIR. --times=FILE writes to FILE how long each test
// file took. --order=N repeats the order of an earlier run. Other options, such as --test-name-pattern=…, are passed on to
// node; --test-update-snapshots stores changed statements of reports (tracking/ledger/time-sums/report-statements).
//
// Environment variables:
//
//   KILL_ROUNDS     how often a node is killed during each kind of background work (4)
//   BACKUP_RUNS     how many corruptions (150) and how many installations (2) the backup tests make up
//   DEVICE_RUNS     how many stories of two devices that lose their connection are made up (25 fixed ones)
//   STINT_CLI_NODE  the path of another Node, which runs the command `stint` in its tests
//
// For the tests in a browser: CHROMIUM is the browser to use, TRACE=on keeps a trace of each failed test, and
// AXE_THEMES=both checks each screen in both themes at each width.
import { type ChildProcess, spawn } from "node:child_process";
import { globSync, mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { startRunPostgres } from "@stint/server/test/databases/run-postgres.ts";
import { makeTestFolder } from "./test-folder.ts";
import { createTestReport } from "./test-report.ts";
import type { TestMessage } from "./test-reporter.ts";

const given = process.argv.slice(2);
const paths = given.filter((argument) => !argument.startsWith("-")).map((path) => relative(".", path));
const ours = /^--(endurance|endurance-only|order=\d+|(postgres|times)=.+)$/;
const forNode = given.filter((argument) => argument.startsWith("-") && !ours.test(argument));
const valueOf = (name: string) => given.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1];
const order = Number(valueOf("order") ?? Math.floor(Math.random() * 1e6));
// A walk takes minutes. If it came last, it would run alone.
const isWalk = (file: string) => file.includes("/suites/walk");
const files = shuffle(findFiles(), order).toSorted((one, other) => Number(isWalk(other)) - Number(isWalk(one)));
if (files.length === 0) throw new Error(`There are no tests of this tier in ${paths.join(", ")}. Try --endurance.`);

function findFiles(): string[] {
  const isEndurance = (file: string) => file.endsWith(".endurance.test.ts");
  const isInTier = given.includes("--endurance-only")
    ? isEndurance
    : (file: string) => given.includes("--endurance") || !isEndurance(file);
  return globSync("{apps,packages}/**/*.test.ts", { exclude: ["**/node_modules/**"] })
    .filter((file) => paths.includes(file) || isInTier(file))
    .filter((file) => paths.length === 0 || paths.some((path) => file === path || file.startsWith(path + sep)))
    .toSorted();
}

/** Fisher–Yates with a small generator (mulberry32), so that a number repeats an order. */
function shuffle(all: string[], seed: number): string[] {
  const left = [...all];
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return all.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}

const folder = makeTestFolder();
const queue = join(folder, "queue");
mkdirSync(queue);
const postgres = await startRunPostgres(folder, valueOf("postgres"));
const environment = {
  // Services that tests start need no dashboard. The dashboard's own tests build a small one.
  DASHBOARD: "off",
  ...process.env,
  TMPDIR: folder,
  // The test processes, the services that they start, and the next run share a compile cache.
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../node_modules/.cache/stint-tests", import.meta.url)),
  TEST_POSTGRES: JSON.stringify(postgres.connection),
};
const options = [
  // The dashboard's tests import the SDK's sources, not its build.
  "--conditions=@stint/source",
  `--test-reporter=${fileURLToPath(new URL("./test-reporter.ts", import.meta.url))}`,
  // Most old objects are loaded code, which is never freed, so collecting them while the heap is small wastes CPU time.
  "--initial-old-space-size=512",
  ...forNode,
  // Each file also counts as a test (see test-files.ts), so a given name pattern is extended to match the names of files.
  ...(forNode.some((argument) => argument.startsWith("--test-name-pattern"))
    ? ["--test-name-pattern=\\.test\\.ts$"]
    : []),
];

// Ends the processes of an interrupted run, so that nothing is left in the temporary folder.
const children: ChildProcess[] = [];
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    isInterrupted = true;
    for (const child of children) child.kill(signal);
  });

const report = createTestReport(files.length, valueOf("times"));

/** Starts a process that takes files from the queue. What it prints is shown only if one of the file's tests fails. */
function run(): Promise<void> {
  const child = spawn(process.execPath, [...options, "scripts/test-files.ts", queue, ...files], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: environment,
  });
  children.push(child);
  let file: string | undefined;
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (printed = `${printed}${chunk.toString()}`.slice(-10_000)));
  child.on("message", (message: TestMessage) => {
    if (message.kind === "started") [file, printed] = [message.file, ""];
    if (message.kind === "ended") file = undefined;
    report.add(message.kind === "failed" ? { ...message, error: `${message.error}\n${printed}` } : message);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (isInterrupted) report.fail();
      else if (file !== undefined || (code !== 0 && code !== 1))
        report.add({
          kind: "failed",
          file: file ?? "",
          name: `The process ended with ${code ?? signal}`,
          error: printed,
        });
      else if (code === 1) report.fail(printed);
      resolve();
    });
  });
}

// One more than there are cores, because two processes on two cores leave a fifth of them idle. The tests of the
// endurance tier wait longer, for processes that they start and kill.
const spare = given.includes("--endurance-only") ? 2 : 1;
const processes = Math.min(availableParallelism() + spare, Math.ceil(files.length / 4));
await Promise.all(Array.from({ length: processes }, run));
await postgres.stop();
process.exitCode = report.end(`--order=${order}`) ? 0 : 1;
