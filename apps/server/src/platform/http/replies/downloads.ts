import { AppError } from "#platform/errors.ts";
import type { SpoolLimits } from "./spool.ts";
import { mebibyte } from "#platform/process/memory.ts";

export interface DownloadLimits extends SpoolLimits {
  /** The maximum number of concurrent downloads per tenant. */
  maxOfTenant: number;
}

export const defaultDownloadLimits = { maxBytes: 256 * mebibyte, maxOfTenant: 8, minFreeBytes: 512 * mebibyte };

/** Counts the downloads of this process. */
export type Downloads = ReturnType<typeof createDownloads>;

export function createDownloads(limits: DownloadLimits) {
  const counts = new Map<string | undefined, number>();
  const countOf = (tenant: string | undefined) => counts.get(tenant) ?? 0;

  return {
    limits,
    /** Begins a download and returns the function that ends it; throws `unavailable` if its tenant has too many. */
    begin(tenant: string | undefined): () => void {
      if (tenant !== undefined && countOf(tenant) >= limits.maxOfTenant) {
        const message = `This organization is already downloading ${limits.maxOfTenant} files. Try again when one of them has finished.`;
        throw new AppError("unavailable", message, { headers: { "retry-after": "5" } });
      }
      counts.set(tenant, countOf(tenant) + 1);
      return () => {
        if (countOf(tenant) === 1) counts.delete(tenant);
        else counts.set(tenant, countOf(tenant) - 1);
      };
    },
  };
}
