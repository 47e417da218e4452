// Reports the results of a process's tests to scripts/test.ts.
import { inspect } from "node:util";
import type { TestEvent } from "node:test/reporters";

export type TestMessage =
  | { kind: "started"; file: string }
  | { kind: "ended"; file: string; seconds: number; cpuSeconds: number }
  | { kind: "passed" }
  | { kind: "skipped"; name: string }
  | { kind: "failed"; file: string; name: string; error: string };

// Node requires a default export.
// oxlint-disable-next-line no-default-export
export default async function* reportToParent(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const message = toMessage(event);
    if (message !== undefined) process.send?.(message);
  }
  yield "";
}

function toMessage(event: TestEvent): TestMessage | undefined {
  // Node reports an error that is thrown after its test has ended only as a diagnostic, and exits with 1.
  if (event.type === "test:diagnostic" && event.data.message.startsWith("Error: ")) {
    const { message } = event.data;
    const [, file = ""] = / at (\S+:\d+):\d+ generated /.exec(message) ?? [];
    return { kind: "failed", file, name: "An error after the end of a test", error: message };
  }
  if (event.type !== "test:pass" && event.type !== "test:fail") return undefined;
  const { name, file = "", line } = event.data;
  // test-files.ts adds a test per file, which only fails if the file could not be loaded.
  const isFile = name.endsWith(".test.ts");
  if (event.type === "test:pass") {
    if (isFile) return undefined;
    const isSkipped = event.data.skip !== undefined && event.data.skip !== false;
    return isSkipped ? { kind: "skipped", name } : { kind: "passed" };
  }
  const { error } = event.data.details;
  if ("failureType" in error && error.failureType === "subtestsFailed") return undefined;
  return { kind: "failed", file: isFile ? name : `${file}:${line}`, name, error: describe(error.cause ?? error) };
}

/** Tests prefix the message of some errors with what was tried, which the stack does not contain. */
function describe(error: unknown): string {
  const shown = inspect(error);
  const message = error instanceof Error ? error.message : "";
  return shown.includes(message) ? shown : `${message.split("\n", 1)[0]}\n${shown}`;
}
