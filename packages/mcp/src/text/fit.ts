import type { Result } from "#src/protocol/tool.ts";
import { typedByPeople } from "./mark.ts";
import { sayResult } from "./say-result.ts";

/** The largest result that clients accept: 25,000 tokens, estimated at four bytes each. */
const maxBytes = 100_000;

/** The data is at most five times as long as its text, so that a result with so short a text need not be measured. */
const surelyFits = 10_000;

/** Makes a result with at most `most` items, which can be made again with half as many. */
export async function fit(most: number, make: (limit: number) => Promise<Result>): Promise<Result> {
  const result = await make(most);
  return most <= 1 ? result : { ...result, shorter: () => fit(Math.floor(most / 2), make) };
}

/** Returns the data and the text of a result. While they are too large for clients, those of a shorter one. */
export async function sayFitting(result: Result): Promise<{ data: Result["data"]; text: string }> {
  const data = { ...result.data, note: typedByPeople };
  const text = sayResult({ ...result, data });
  const isTooLarge = () => text.length > surelyFits && Buffer.byteLength(JSON.stringify([data, text])) > maxBytes;
  return result.shorter !== undefined && isTooLarge() ? sayFitting(await result.shorter()) : { data, text };
}
