import type { Stint } from "@stint/sdk";
import type { NameCache, Signer } from "#src/protocol/tool.ts";

/** A client's own name and version, as shown in the audit log. */
export interface ClientName {
  name: string;
  version: string;
}

export interface ServerMeans {
  version: string;
  signer: Signer;
  /** Returns the API client for one call. */
  stintOf(client: ClientName | undefined, signal?: AbortSignal): Stint;
  names: NameCache;
  /** Returns the scopes whose tools are listed; undefined for all tools, if the scopes are not known. */
  scopes(): Promise<readonly string[] | undefined>;
  now(): Date;
  /** Whether the connection persists, so that clients of the 2025 protocol can be asked questions. */
  lasts: boolean;
  /** Called after each call, with `ok` or `error`. */
  onCall?(tool: string, outcome: "ok" | "error"): void;
  onFault(error: unknown): void;
}

/** Returns how the server names itself to clients. */
export function identityOf({ version }: ServerMeans): { name: string; title: string; version: string } {
  return { name: "stint", title: "Stint", version };
}

/** Returns a printable and short value for the header `Stint-Client`. */
export function clientHeader(client: ClientName | undefined): string {
  const part = (text: string, most: number) =>
    text
      .normalize("NFKD")
      .replaceAll(/[^\w.+-]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, most);
  const name = part(client?.name ?? "", 60) || "unknown-agent";
  return `${name}/${part(client?.version ?? "", 30) || "0"}`;
}
