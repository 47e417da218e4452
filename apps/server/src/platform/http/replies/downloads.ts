import { randomBytes } from "node:crypto";
import { type FileHandle, open, statfs, unlink } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "#platform/errors.ts";
import { mebibyte } from "#platform/process/memory.ts";

export interface DownloadLimits {
  /** Folder for bytes that clients have not read yet. */
  folder: string;
  /** The maximum number of bytes in the folder, in total and per tenant. */
  maxBytes: number;
  maxTenantBytes: number;
  /** The maximum number of concurrent downloads per tenant. */
  maxOfTenant: number;
  /** The free space that must remain on the disk. */
  minFreeBytes: number;
}

export interface Download {
  /**
   * Reserves more bytes for the download's file. Returns false if other downloads occupy the folder or the disk; throws
   * a `NoRoomError` if the tenant has used up its share.
   */
  grow(bytes: number): Promise<boolean>;
  shrink(): void;
  /**
   * Opens an empty file that is already unlinked: no other process can open it, and it disappears when it is closed or
   * the process ends.
   */
  openFile(): Promise<FileHandle>;
  end(): void;
}

/** A tenant's clients have left too many bytes unread. */
class NoRoomError extends Error {}

/** Space is reserved in blocks, so that the free space of the disk is checked less often. */
const blockBytes = 8 * mebibyte;
const maxBytes = 4_096 * mebibyte;

export const defaultDownloadLimits = {
  maxBytes,
  maxTenantBytes: maxBytes / 2,
  maxOfTenant: 8,
  minFreeBytes: 512 * mebibyte,
};

/** Enforces the limits shared by all downloads of this process. */
export type Downloads = ReturnType<typeof createDownloads>;

export function createDownloads(limits: DownloadLimits) {
  const { folder, maxBytes, maxTenantBytes, maxOfTenant, minFreeBytes } = limits;
  const tenants = new Map<string | undefined, { count: number; bytes: number }>();
  let bytes = 0;

  return {
    /** Begins a download; throws `unavailable` if its tenant has too many. */
    begin(name: string | undefined): Download {
      const tenant = tenants.get(name) ?? { count: 0, bytes: 0 };
      if (name !== undefined && tenant.count >= maxOfTenant) {
        const message = `This organization is already downloading ${maxOfTenant} files. Try again when one of them has finished.`;
        throw new AppError("unavailable", message, { headers: { "retry-after": "5" } });
      }
      tenants.set(name, tenant);
      tenant.count++;
      let room = 0;
      let needed = 0;
      let isEnded = false;
      const take = (more: number) => {
        room += more;
        tenant.bytes += more;
        bytes += more;
      };
      const shrink = () => {
        needed = 0;
        take(-room);
      };
      return {
        shrink,
        async grow(more) {
          const block = Math.max(blockBytes, needed + more - room);
          if (needed + more > room) {
            if (tenant.bytes + block > maxTenantBytes)
              throw new NoRoomError("unread downloads of one organization use all the space reserved for it");
            if (bytes + block > maxBytes) return false;
            take(block);
            const { bavail, bsize } = await statfs(folder);
            if (bavail * bsize < minFreeBytes + block) {
              take(-block);
              return false;
            }
          }
          needed += more;
          return true;
        },
        openFile: () => openUnlinked(folder),
        end() {
          if (isEnded) return;
          isEnded = true;
          shrink();
          tenant.count--;
          if (tenant.count === 0) tenants.delete(name);
        },
      };
    },
  };
}

/** Opens a file without a name, so that its space is free again once it is closed, even after a crash. */
async function openUnlinked(folder: string): Promise<FileHandle> {
  const path = join(folder, `stint-download-${randomBytes(8).toString("hex")}`);
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  return file;
}
