import assert from "node:assert/strict";
import { test } from "node:test";
import { listenOn } from "@stint/server/test/http/raw-connection.ts";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import { newTestApp } from "@stint/server/test/worlds/test-app.ts";
import { StintError } from "#src/index.ts";
import { startFaultProxy } from "./fault-proxy.ts";
import { listed, Mirror } from "./mirror.ts";
import { PacedStint } from "./paced-client.ts";
import { serve } from "./serve.ts";

test("a copy under 16 writers, restarts of the server and of the client, and a failing network ends equal", async (t) => {
  const { world, port, owner } = await serve();
  const proxy = await startFaultProxy(t, port);
  let asked = 0;
  proxy.choose = () => (++asked % 11 === 0 ? "resetAfter" : undefined);
  const clientOf = (maxRetries = 100) =>
    new PacedStint({ apiKey: owner.apiKey, baseUrl: proxy.baseUrl, maxRetries }, 0.01);
  const place = await newProject(owner);

  const write = async (writer: number) => {
    const stint = clientOf();
    const own: string[] = [];
    for (let at = 0; at < 12; at++) {
      const body = { ...place, startedAt: "2026-03-02T09:00:00Z", durationSeconds: writer * 100 + at };
      own.push((await stint.timeEntries.create(body)).id);
      const id = own[(at * 7) % own.length] ?? "";
      const change = [
        () => stint.timeEntries.update(id, { description: `${writer}.${at}` }),
        () => stint.timeEntries.delete(id),
        () => stint.timeEntries.restore(id),
      ][at % 3];
      // Ignore errors of the client: the copy must reflect the server's state, whether or not the write was executed.
      await change?.().catch((error: unknown) => assert.ok(error instanceof StintError, String(error)));
    }
  };

  let apps = 1;
  let isWriting = true;
  const restart = async (app: { close(): Promise<unknown> }) => {
    await app.close();
    const next = await newTestApp();
    proxy.port = await listenOn(next.app);
    apps++;
    return next.app;
  };
  const mirror = new Mirror();
  const writers = Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer))).finally(
    () => (isWriting = false),
  );
  const followed = (async () => {
    let { app } = world;
    for (let run = 1; isWriting; run++) {
      // Interrupt every third run, and restart the server during every eighth.
      const ended = run % 8 === 4 ? restart(app) : undefined;
      await mirror.follow(clientOf(), run % 3 === 0 ? 20 : Infinity);
      if (ended !== undefined) app = await ended;
    }
  })();
  await Promise.all([writers, followed]);
  await mirror.follow(clientOf());
  assert.deepEqual(mirror.entries, await listed(clientOf()));
  assert.ok(mirror.entries.size > 50 && apps > 1 && mirror.runs > 2, `${mirror.entries.size}, ${apps}, ${mirror.runs}`);
  t.diagnostic(`${mirror.entries.size} entries, ${mirror.runs} runs, ${apps} servers, ${asked} requests`);
});
