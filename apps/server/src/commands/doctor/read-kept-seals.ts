import type { KeptSeal } from "#tracking/proof/check-chain.ts";
import { UsageError } from "#commands/command-line/command-line.ts";

/** Parses the seals given to the doctor, such as `org_…:1204:7c9e…`. */
export function readKeptSeals(texts: readonly string[] = []): KeptSeal[] {
  return texts.map((text) => {
    const [, organizationId = "", position = "", hash = ""] = /^(org_\w+):(\d{1,15}):([0-9a-f]{64})$/i.exec(text) ?? [];
    if (hash === "") throw new UsageError(`--seal must be ORG_ID:POSITION:HASH, not ${JSON.stringify(text)}.`);
    return { organizationId, position: Number(position), hash: hash.toLowerCase() };
  });
}
