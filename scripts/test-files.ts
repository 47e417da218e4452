// Runs test files in this process one after the other, each taken from the queue that all processes of a run share: a folder
// in which the file numbered n belongs to the process that makes the entry n.
import asyncHooks, { type AsyncHook } from "node:async_hooks";
import { closeSync, openSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

// node:test follows every promise to find the test that an uncaught error belongs to, which takes as much time as many tests
// do. Here tests run one after the other, so the error belongs to the one that is running.
const { createHook } = asyncHooks;
const none: AsyncHook = { enable: () => none, disable: () => none };
Object.assign(asyncHooks, { createHook: () => none });
const { beforeEach, test } = await import("node:test");
Object.assign(asyncHooks, { createHook });

let running = "no test";
beforeEach((t) => void (running = t.fullName));
for (const event of ["uncaughtException", "unhandledRejection"] as const)
  process.prependListener(event, (error: unknown) => {
    console.error(`${event} in "${running}":`, error);
    process.exit(1);
  });

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

// Where no test is left, node:test runs the hooks that end what all files share. So the last test of a file, which is named
// after it, goes on until the tests of the next file are there.
let end = (): void => undefined;
for (let file = takeFile(); file !== undefined; file = takeFile()) {
  const loaded = import(pathToFileURL(resolve(file)).href);
  const failed = await loaded.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const last = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  void test(file, async () => {
    reached.resolve();
    await last.promise;
    if (failed !== undefined) throw failed.error;
  });
  end();
  end = last.resolve;
  await reached.promise;
}
end();
