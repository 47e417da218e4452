// Runs tests in parallel processes, because each process waits for its own PostgreSQL most of the time. A process that
// has finished a file takes the next one (see test-files.ts). `npm test -- FOLDER…` runs the tests in these folders or
// files; without arguments, all tests run. Options such as --test-name-pattern are passed on to node.
import { type ChildProcess, spawn } from "node:child_process";
import { globSync, mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTestFolder, removeTestFolder } from "./test-folder.ts";

const given = process.argv.slice(2);
const chosen = given.filter((argument) => !argument.startsWith("-")).map((path) => relative(".", path));
const isIn = (file: string) =>
  chosen.length === 0 || chosen.some((path) => file === path || file.startsWith(path + sep));
const found = globSync("{apps,packages}/**/*.test.ts", { exclude: ["**/node_modules/**"] })
  .filter(isIn)
  .toSorted();
if (found.length === 0) throw new Error(`There are no tests in ${chosen.join(", ")}.`);
// At least eight files per process, because starting another PostgreSQL costs more than testing a few files.
const processes = Math.min(Math.max(2, availableParallelism() + 1), Math.ceil(found.length / 8));
// The suites that cover all operations and the tests of the packages take longest. They run first, so that the
// processes end at about the same time.
const isLong = (file: string) => file.startsWith(join("apps", "server", "test")) || file.startsWith("packages");
const files = [...found.filter(isLong), ...found.filter((file) => !isLong(file))];
const folder = makeTestFolder();
process.once("exit", () => removeTestFolder(folder));
const queue = join(folder, "queue");
mkdirSync(queue);
// These processes, the services that they start, and the next run share a compile cache.
const compileCache = fileURLToPath(new URL("../node_modules/.cache/stint-tests", import.meta.url));
// Each file also counts as a test (see test-files.ts), so a given name pattern is extended to match the names of files.
const isChoice = given.some((argument) => argument.startsWith("--test-name-pattern"));
const options = [
  // The dashboard's tests import the SDK's sources, not its build.
  "--conditions=@stint/source",
  "--test-reporter=spec",
  // Most old objects are loaded code, which is never freed, so collecting them while the heap is small wastes CPU time.
  "--initial-old-space-size=512",
  ...given.filter((argument) => argument.startsWith("-")),
  ...(isChoice ? ["--test-name-pattern=\\.test\\.ts$"] : []),
];

// Ends the processes of an interrupted run, so that nothing is left in the temporary folder.
const children: ChildProcess[] = [];
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    isInterrupted = true;
    for (const child of children) child.kill(signal);
  });

function run(part: number): Promise<{ passed: boolean; output: string }> {
  const child = spawn(process.execPath, [...options, "scripts/test-files.ts", queue, ...files], {
    stdio: ["ignore", "pipe", "pipe"],
    // Services that tests start need no dashboard. The dashboard's own tests build a small one.
    env: { DASHBOARD: "off", ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: compileCache },
  });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      // Show the first process's output live and the others' output at the end, because interleaved output is
      // unreadable.
      if (part === 1) process.stdout.write(chunk);
      else output += chunk.toString();
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    // An interrupted process exits with 0 too, so the exit code alone does not mean that its tests passed.
    child.on("close", (code) => resolve({ passed: code === 0 && !isInterrupted, output }));
  });
}

const startedAt = performance.now();
const outcomes = await Promise.all(Array.from({ length: processes }, (_, at) => run(at + 1)));
for (const { output } of outcomes) process.stdout.write(output);
const failed = outcomes.flatMap(({ passed }, at) => (passed ? [] : [`part ${at + 1} of ${processes}`]));
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
process.stdout.write(`\n${failed.length === 0 ? "All passed" : `FAILED: ${failed.join(", ")}`}, in ${seconds} s.\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
