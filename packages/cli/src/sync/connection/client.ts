import { Stint } from "@stint/sdk";
import type { Context } from "#src/context/context.ts";
import { version } from "#src/package/version.ts";
import { noteRateLimit, patientFetch } from "./patient-fetch.ts";
import type { Described } from "./too-old.ts";

interface Clock {
  /** This machine's clock. */
  now: () => number;
  /** The server's clock minus this machine's clock, in milliseconds; undefined before the first reply. */
  skewMs: number | undefined;
}

export type Connection = ReturnType<typeof connect>;

export function connect(
  context: Context,
  { server, key }: { server: string; key?: string },
  options: { patient?: boolean } = {},
) {
  const { now } = context;
  const clock: Clock = { now, skewMs: undefined };
  const send = patientFetch(context);
  let description: Promise<Described | undefined> | undefined;
  const stint = new Stint({
    baseUrl: server,
    apiKey: key,
    headers: { "stint-client": `stint-cli/${version}` },
    timeoutMs: 30_000,
    fetch: send,
    waitForRateLimit: options.patient === true,
    onRateLimit: (waitMs) => noteRateLimit(context, waitMs),
    async onResponse(response, request) {
      const date = Date.parse(response.headers.get("date") ?? "");
      // The `Date` header contains whole seconds, so assume the middle of the second.
      if (!Number.isNaN(date)) clock.skewMs = date + 500 - now();
      if (response.ok) return;
      const { readDescription, refuseTooOld } = await import("./too-old.ts");
      await refuseTooOld(response, request, () => (description ??= readDescription(server, send)));
    },
  });
  return { stint, clock };
}
