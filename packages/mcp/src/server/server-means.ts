import type { Stint } from "@stint/sdk";
import type { NameCache, Signer } from "#src/protocol/tool.ts";

/** The name and version that a client gives itself; the audit log shows them. */
export interface ClientName {
  name: string;
  version: string;
}

export interface ServerMeans {
  version: string;
  signer: Signer;
  /** The API for one call. */
  stintOf(client: ClientName | undefined, signal: AbortSignal): Stint;
  names: NameCache;
  now(): Date;
  /** Whether a 2025 client can be asked questions, which takes a connection that lasts. */
  lasts: boolean;
  /** Called for each call, with `ok` or `error`. */
  onCall?(tool: string, outcome: "ok" | "error"): void;
  onFault(error: unknown): void;
}
