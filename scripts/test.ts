// All tests, in processes side by side: each waits for its own PostgreSQL more than it works. Each takes the next file when
// it has done one (test-files.ts). Arguments go to node, such as --test-name-pattern.
import { type ChildProcess, spawn } from "node:child_process";
import { globSync, mkdirSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const processes = Math.max(2, availableParallelism() + 1);
const found = globSync("{apps,packages}/**/*.test.ts", { exclude: ["**/node_modules/**"] }).toSorted();
// The suites over all operations take longest, so they come first: the processes then end at about the same time.
const isLong = (file: string) => file.startsWith(join("apps", "server", "test"));
const files = [...found.filter(isLong), ...found.filter((file) => !isLong(file))];
const folder = await mkdtemp(join(tmpdir(), "stint-tests-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const queue = join(folder, "queue");
mkdirSync(queue);
// What is compiled once, these processes, the services that they start and the next run need not compile again.
const compileCache = fileURLToPath(new URL("../node_modules/.cache/stint-tests", import.meta.url));
// The names of files, which are tests too, belong to every choice of tests.
const isChoice = process.argv.some((argument) => argument.startsWith("--test-name-pattern"));
const options = [
  // The dashboard's tests use the client as its sources are, not as it was built.
  "--conditions=@stint/source",
  "--test-reporter=spec",
  ...process.argv.slice(2),
  ...(isChoice ? ["--test-name-pattern=\\.test\\.ts$"] : []),
];

// An interruption of the run ends its processes, and nothing stays in the temp folder.
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
    // Services that tests start need no dashboard; those of the dashboard itself build a small one.
    env: { DASHBOARD: "off", ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      // Several texts at once could not be read: the first is shown as it comes, the others afterwards.
      if (part === 1) process.stdout.write(chunk);
      else output += chunk.toString();
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    // One that is interrupted says that all went well.
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
