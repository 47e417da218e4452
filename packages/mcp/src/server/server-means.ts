import type { Stint } from "@stint/sdk";
import type { NameCache, Signer } from "#src/protocol/tool.ts";

/** The name and version that a client gives itself, which the audit log shows. */
export interface ClientName {
  name: string;
  version: string;
}

export interface ServerMeans {
  version: string;
  signer: Signer;
  /** Returns the API client for one call. */
  stintOf(client: ClientName | undefined, signal: AbortSignal): Stint;
  names: NameCache;
  now(): Date;
  /** Whether a 2025 client can be asked questions, which needs a persistent connection. */
  lasts: boolean;
  /** Called after each call, with `ok` or `error`. */
  onCall?(tool: string, outcome: "ok" | "error"): void;
  onFault(error: unknown): void;
}
