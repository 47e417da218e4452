// All tests, in two processes side by side: one after the other they use little more than one processor. Each process has
// its own PostgreSQL. Arguments go to node, such as --test-name-pattern.
import { spawn } from "node:child_process";

const processes = 2;
const files = "apps/**/*.test.ts";

function run(part: number): Promise<{ passed: boolean; output: string }> {
  const shard = `--test-shard=${part}/${processes}`;
  const options = ["--test", "--test-isolation=none", shard, "--test-reporter=spec", ...process.argv.slice(2)];
  const child = spawn(process.execPath, [...options, files], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      // Two texts at once could not be read: the first is shown as it comes, the others afterwards.
      if (part === 1) process.stdout.write(chunk);
      else output += chunk.toString();
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ passed: code === 0, output }));
  });
}

const startedAt = performance.now();
const outcomes = await Promise.all(Array.from({ length: processes }, (_, at) => run(at + 1)));
for (const { output } of outcomes) process.stdout.write(output);
const failed = outcomes.flatMap(({ passed }, at) => (passed ? [] : [`part ${at + 1} of ${processes}`]));
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
process.stdout.write(`\n${failed.length === 0 ? "All passed" : `FAILED: ${failed.join(", ")}`}, in ${seconds} s.\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
