import type { Config } from "#platform/config.ts";

export async function runDemo(_config: Config, _version: string, _say: (line: string) => void): Promise<void> {
  throw new Error("not here yet");
}
