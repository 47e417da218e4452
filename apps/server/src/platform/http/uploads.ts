import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { AppError } from "#platform/errors.ts";

/**
 * Bodies that may take longer than a request usually may, as long as they arrive steadily. Node reports each request that
 * has not arrived whole in time; for an upload that is ignored, and this watch ends it once too few bytes arrive.
 */
export interface UploadLimits {
  /** An upload ends when fewer than `leastBytes` arrive in this time; a refused one in this time at the latest. */
  windowMs: number;
  leastBytes: number;
  lookMs: number;
  /** Most uploads at once, of all tenants and of one: each holds a part of its file in memory. */
  most: number;
  mostOfTenant: number;
}

export const usualUploadLimits = { leastBytes: 65_536, most: 32, mostOfTenant: 4 };

export interface Uploads {
  /** Lets the body of this request take its time while `take` reads it; throws `unavailable` when there are too many. */
  run<Result>(tenant: string, request: IncomingMessage, take: () => Promise<Result>): Promise<Result>;
  isUnderWay(socket: Socket): boolean;
}

interface Upload {
  tenant: string;
  request: IncomingMessage;
  /** Whether the body is still wanted: the rest of a refused one is read for the sake of the reply. */
  isWanted: boolean;
  bytesBefore: number;
  waitedMs: number;
}

/** `onStalled` has to end the connection. */
export function createUploads(limits: UploadLimits, onStalled: (socket: Socket) => void): Uploads {
  const { windowMs, leastBytes, lookMs, most, mostOfTenant } = limits;
  const underWay = new Map<Socket, Upload>();
  let timer: NodeJS.Timeout | undefined;

  function begin(tenant: string, request: IncomingMessage): Upload {
    const ofTenant = [...underWay.values()].filter((upload) => upload.tenant === tenant).length;
    if (underWay.size >= most || ofTenant >= mostOfTenant)
      throw new AppError("unavailable", "Too many files are being uploaded. Try again when one of them is done.", {
        headers: { "retry-after": "5" },
      });
    const { socket } = request;
    const upload = { tenant, request, isWanted: true, bytesBefore: socket.bytesRead, waitedMs: 0 };
    underWay.set(socket, upload);
    timer ??= setInterval(look, lookMs).unref();
    return upload;
  }

  function end({ socket }: IncomingMessage): void {
    underWay.delete(socket);
    if (underWay.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  /** Counts the looks and not the time between them, so that a busy process blames no client. */
  function look(): void {
    for (const [socket, upload] of underWay) {
      const { request, isWanted, bytesBefore } = upload;
      // Bytes that wait for this process to take them are no delay of the client.
      if (isWanted && (socket.bytesRead - bytesBefore >= leastBytes || request.readableLength > 0)) {
        upload.bytesBefore = socket.bytesRead;
        upload.waitedMs = 0;
        continue;
      }
      upload.waitedMs += lookMs;
      if (upload.waitedMs < windowMs) continue;
      end(request);
      onStalled(socket);
    }
  }

  return {
    async run(tenant, request, take) {
      const upload = begin(tenant, request);
      try {
        return await take();
      } finally {
        upload.isWanted = false;
        if (request.readableEnded || request.destroyed) end(request);
        else request.once("close", () => end(request));
      }
    },
    isUnderWay: (socket) => underWay.has(socket),
  };
}
