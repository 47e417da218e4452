import pino from "pino";
import type { Config } from "#platform/config/config.ts";
import { describeError } from "./describe-error.ts";
import { toTextLine } from "./to-text-line.ts";

export interface Log {
  logger: pino.Logger;
  flush(): void;
}

/** Creates the service's log on standard output: JSON for machines, or lines for people. */
export function createLogger({ logFormat, logLevel }: Pick<Config, "logFormat" | "logLevel">): Log {
  const options = { base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } };
  if (logFormat === "json") {
    // Lines are written in batches, at least four times a second: one write per line would cost more than routing a
    // request.
    const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 250 });
    return { logger: pino({ ...options, level: logLevel }, destination), flush: () => destination.flushSync() };
  }
  const destination = pino.destination({ dest: 1, sync: true });
  const least = pino.levels.values[logLevel] ?? Infinity;
  // Requests are logged at level info. The text format raises the level of failed requests by their status, so it needs
  // them all.
  const level = least > 30 && least < Infinity ? "info" : logLevel;
  const stream = {
    write(json: string) {
      const line = toTextLine(json, least);
      if (line !== undefined) destination.write(line);
    },
  };
  return { logger: pino({ ...options, level }, stream), flush: () => destination.flushSync() };
}
