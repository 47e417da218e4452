import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { finished } from "node:stream";
import { createLanes } from "#platform/concurrency/lanes.ts";
import { AppError } from "#platform/errors.ts";
import { kibibyte } from "#platform/process/memory.ts";

/**
 * Uploads may take longer than other requests as long as their bytes arrive steadily. Node reports each request that
 * has not arrived completely in time; the server ignores that report for uploads, and this module ends an upload when
 * too few bytes arrive.
 */
export interface UploadLimits {
  /**
   * An upload is ended if fewer than `minBytes` arrive within this time. A refused upload is ended after this time at
   * the latest.
   */
  windowMs: number;
  minBytes: number;
  lookMs: number;
  /** The maximum number of concurrent uploads, in total and per tenant: each has part of its file in memory. */
  most: number;
  maxOfTenant: number;
}

/** An eighth for each tenant, so that it takes eight to block the others. */
const most = 32;
export const defaultUploadLimits = { minBytes: 64 * kibibyte, most, maxOfTenant: most / 8 };

interface Upload {
  request: IncomingMessage;
  /** False once `take` has ended: the rest of a refused body is read only so that the reply arrives. */
  isWanted: boolean;
  bytesBefore: number;
  waitedMs: number;
}

export type Uploads = ReturnType<typeof createUploads>;

/** `onStalled` is called for each upload that is too slow, and must end its connection. */
export function createUploads(limits: UploadLimits, onStalled: (socket: Socket) => void) {
  const { windowMs, minBytes, lookMs, most, maxOfTenant } = limits;
  const lanes = createLanes({ ofEach: maxOfTenant, inAll: most, maxWaiting: 0, refusal: tooManyUploads });
  const underWay = new Map<Socket, Upload>();
  let timer: NodeJS.Timeout | undefined;

  function begin(request: IncomingMessage): Upload {
    const { socket } = request;
    const upload = { request, isWanted: true, bytesBefore: socket.bytesRead, waitedMs: 0 };
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

  /** Counts polls rather than elapsed time, so clients are not blamed when the process is busy. */
  function look(): void {
    for (const [socket, upload] of underWay) {
      const { request, isWanted, bytesBefore } = upload;
      // If bytes are waiting to be read, or the body is complete, this process causes the delay, not the client.
      const isOurTurn = request.readableLength > 0 || request.readableEnded;
      if (isWanted && (isOurTurn || socket.bytesRead - bytesBefore >= minBytes)) {
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
    /**
     * Treats the request as an upload while `take` reads its body; throws `unavailable` if there are too many uploads.
     */
    run: <Result>(tenant: string, request: IncomingMessage, take: () => Promise<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        const read = async () => {
          const upload = begin(request);
          await take().then(resolve, reject);
          upload.isWanted = false;
          await new Promise<void>((ended) => finished(request, { writable: false }, () => ended()));
          end(request);
        };
        lanes.run(tenant, read).catch(reject);
      }),
    isUnderWay: (socket: Socket): boolean => underWay.has(socket),
  };
}

function tooManyUploads(): AppError {
  const message = "Too many files are being uploaded. Try again when one of them has finished.";
  return new AppError("unavailable", message, { headers: { "retry-after": "5" } });
}
