// Calls tools like a model whose client shows it only one form of a result, and counts what it would have to read.
import assert from "node:assert/strict";
import type { Json } from "@stint/server/test/worlds/test-app.ts";
import { readText } from "./read-text.ts";
import { type Agent, textOf } from "./world.ts";

export type Shown = "content" | "structuredContent";

/** An estimate of a model's tokens. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

export interface Reader {
  call(name: string, args?: object): Promise<Json>;
  /** The calls and tokens since the last count. */
  count(): { calls: number; tokens: number };
}

export async function readOnly(agent: Agent, shown: Shown): Promise<Reader> {
  const { tools } = await agent.client.listTools();
  const namesOf = new Map(
    tools.map(({ name, outputSchema }) => [name, Object.keys((outputSchema as Json).properties)]),
  );
  let counted = { calls: 0, tokens: 0 };
  return {
    async call(name, args = {}) {
      const result = await agent.call(name, args);
      const text = textOf(result);
      assert.notEqual(result.isError, true, text);
      const data = result.structuredContent as Json;
      const [ofText, ofData] = [tokensOf(text), tokensOf(JSON.stringify(data))];
      assert.ok(ofText <= 1.3 * ofData, `${name}: ${ofText} tokens of text for ${ofData} of data\n${text}`);
      counted = { calls: counted.calls + 1, tokens: counted.tokens + (shown === "content" ? ofText : ofData) };
      return shown === "content" ? { ...readText(text, namesOf.get(name) ?? []), said: text } : data;
    },
    count() {
      const since = counted;
      counted = { calls: 0, tokens: 0 };
      return since;
    },
  };
}
