import type { Result } from "#src/protocol/tool.ts";
import { sayResult } from "./say-result.ts";

/** The largest result that clients accept: 25,000 tokens, estimated at four bytes each. */
const maxBytes = 100_000;

/** Makes a result with at most `most` items. While it is too large for clients, makes it again with half as many. */
export async function fit(most: number, make: (limit: number) => Promise<Result>): Promise<Result> {
  for (let limit = most; ; limit = Math.floor(limit / 2)) {
    const result = await make(limit);
    if (limit <= 1 || Buffer.byteLength(JSON.stringify([result.data, sayResult(result)])) <= maxBytes) return result;
  }
}
