import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";

/** Sends SIGINT to a process twice; returns its output and the signal that ended it. */
function signalTwice(repeatMs: number): Promise<{ printed: string; signal: unknown }> {
  const program = `
    const { awaitEndSignal } = await import(${JSON.stringify(import.meta.resolve("./end-signal.ts"))});
    setTimeout(() => {}, 60_000);
    const told = awaitEndSignal(${repeatMs});
    process.kill(process.pid, "SIGINT");
    console.log(await told);
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.kill(process.pid, "SIGINT");
    await new Promise((resolve) => setTimeout(resolve, 200));
    console.log("finished");
    process.exit(0);`;
  return new Promise((resolve) => {
    execFile(process.execPath, ["--input-type=module", "-e", program], (error, printed) => {
      resolve({ printed, signal: error?.signal ?? null });
    });
  });
}

test("a signal that is repeated at once, as npm does for Ctrl+C, counts once; a later one ends the process", async () => {
  const [again, later] = await Promise.all([signalTwice(60_000), signalTwice(10)]);
  assert.deepEqual(again, { printed: "SIGINT\nfinished\n", signal: null });
  assert.deepEqual(later, { printed: "SIGINT\n", signal: "SIGINT" });
});
