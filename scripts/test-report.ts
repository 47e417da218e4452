import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { TestMessage } from "./test-reporter.ts";

/** The interval between reports of a run's progress if its output is not a terminal. */
const everyMs = 30_000;

export interface TestReport {
  add(message: TestMessage): void;
  /** Fails the run for a reason other than a test's, such as a resource that is left open, and prints it. */
  fail(reason?: string): void;
  /** Prints the summary. Returns whether everything passed. */
  end(order: string): boolean;
}

/**
 * Prints failures as they occur, the progress of the run and, at the end, the failed tests and the command that runs
 * only their files. Writes to `timesPath` the seconds that each file took, and the CPU seconds of its test process.
 */
export function createTestReport(files: number, timesPath: string | undefined): TestReport {
  const startedAt = performance.now();
  const counts = { passed: 0, failed: 0, skipped: 0, ended: 0 };
  const failures: { file: string; name: string }[] = [];
  const skipped: string[] = [];
  const times: Extract<TestMessage, { kind: "ended" }>[] = [];
  let hasFailed = false;
  const { isTTY } = process.stdout;
  /** Removes the line with the progress. */
  const clear = isTTY ? "\r\u001b[K" : "";
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  const show = () => {
    const line = `${counts.ended} of ${files} files, ${counts.passed} passed, ${counts.failed} failed, ${seconds()} s`;
    process.stdout.write(`${clear}${line}${isTTY ? "" : "\n"}`);
  };
  const timer = setInterval(show, isTTY ? 1_000 : everyMs);
  return {
    add(message) {
      if (message.kind === "started") return;
      counts[message.kind]++;
      if (message.kind === "ended") times.push(message);
      if (message.kind === "skipped") skipped.push(message.name);
      if (message.kind !== "failed") return;
      const file = relative(".", message.file);
      failures.push({ file, name: message.name });
      process.stdout.write(`${clear}FAILED ${message.name} (${file})\n${message.error}\n\n`);
    },
    fail(reason = "") {
      hasFailed = true;
      process.stdout.write(reason);
    },
    end(order) {
      clearInterval(timer);
      const isGreen = !hasFailed && failures.length === 0 && counts.ended === files;
      times.sort((a, b) => b.seconds - a.seconds);
      const slowest = times.slice(0, 5).map(({ file, seconds: took }) => `${file} ${took.toFixed(1)} s`);
      process.stdout.write(`${clear}Slowest: ${slowest.join(", ")}\n`);
      if (timesPath !== undefined)
        writeFileSync(timesPath, times.map((one) => `${one.file}\t${one.seconds}\t${one.cpuSeconds}\n`).join(""));
      if (!isGreen) {
        process.stdout.write(`\nFailed:\n${failures.map(({ file, name }) => `  ${name} (${file})\n`).join("")}`);
        const names = new Set(failures.map(({ file }) => file.replace(/:\d+$/, "")).filter((file) => file !== ""));
        process.stdout.write(`\nRun just these files:\n  npm test -- ${[...names].join(" ")}\n`);
        process.stdout.write(`Run all files in the same order:\n  npm test -- ${order}\n`);
      }
      if (skipped.length > 0) process.stdout.write(`\nSkipped:\n${skipped.map((name) => `  ${name}\n`).join("")}`);
      process.stdout.write(`\n${counts.ended} of ${files} files in ${seconds()} s, ${order}\n`);
      process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
      return isGreen;
    },
  };
}
