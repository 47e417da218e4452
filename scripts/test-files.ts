// Runs test files one after another in this process. All processes of a run share a queue, which is a folder: the
// process that creates the file named n in it runs test file number n.
import { closeSync, openSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { TestMessage } from "./test-reporter.ts";

const [queue = "", ...files] = process.argv.slice(2);
let next = 0;

function takeFile(): string | undefined {
  for (; next < files.length; next++) {
    try {
      closeSync(openSync(join(queue, String(next)), "wx"));
      return files[next];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return undefined;
}

// As soon as no test is left, node:test runs the hooks that clean up shared resources. To prevent that between two
// files, each file gets a last test, named after the file, that stays open until the next file's tests are registered.
let end = (): void => undefined;
// Exits when the process of the run ends, even if that was killed.
process.once("disconnect", () => process.exit(1));
process.channel?.unref();
const tell = (message: TestMessage) => void process.send?.(message);
for (let file = takeFile(); file !== undefined; file = takeFile()) {
  const name = file;
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  tell({ kind: "started", file });
  const loaded = import(pathToFileURL(resolve(file)).href);
  const failed = await loaded.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const last = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  void test(file, async () => {
    const { user, system } = process.cpuUsage(cpu);
    const seconds = (performance.now() - startedAt) / 1000;
    tell({ kind: "ended", file: name, seconds, cpuSeconds: (user + system) / 1e6 });
    reached.resolve();
    await last.promise;
    if (failed !== undefined) throw failed.error;
  });
  end();
  end = last.resolve;
  await reached.promise;
}
end();

// A resource that a test leaves open would keep this process running, perhaps for an hour. Fail instead, and name the
// resource.
const maxMsToEnd = 60_000;
setTimeout(() => {
  console.error(`The tests have ended, but these are still open: ${process.getActiveResourcesInfo().join(", ")}.`);
  process.exit(1);
}, maxMsToEnd).unref();
