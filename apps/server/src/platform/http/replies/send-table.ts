import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { CancelledError } from "#platform/concurrency/errors.ts";
import { writeCsv } from "#platform/tables/csv.ts";
import type { Column, CsvOptions } from "#platform/tables/table.ts";
import { writeXlsx } from "#platform/tables/xlsx.ts";
import { currentRequester } from "#platform/requester.ts";
import type { Downloads } from "./downloads.ts";
import { spool, TooSlowError } from "./spool.ts";
import { Type } from "#platform/http/contract/type/type.ts";

declare module "fastify" {
  interface FastifyInstance {
    downloads: Downloads;
  }
}

export interface SentTable<Row> {
  format: "csv" | "xlsx";
  /** The name under which the client saves the file, including the extension. */
  filename: string;
  sheet: string;
  columns: readonly Column<Row>[];
  /** The number of decimals of the currency in the `money` columns. */
  decimals: number;
  batches: AsyncIterable<readonly Row[]>;
}

const csvType = "text/csv";
const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const mediaTypes = { csv: `${csvType}; charset=utf-8`, xlsx: xlsxType };

/** Marks the schema of an operation that returns a table for `format=csv` and `format=xlsx`, and JSON otherwise. */
export const answersTables = { "x-table-formats": { csv: csvType, xlsx: xlsxType } };

/** The contents of a reply that is always a table. */
export const tableContents = {
  [csvType]: { schema: Type.String() },
  [xlsxType]: { schema: Type.String({ format: "binary" }) },
};

/**
 * Streams a table with status 200. The `csvOptions` in the query determine the format of CSV. An error in the first
 * batch is thrown before anything is sent. A later error resets the connection, so the client cannot mistake a partial
 * file for a complete one. Ends `batches` when the client disconnects.
 */
export async function sendTable<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  { format, filename, sheet, columns, decimals, batches }: SentTable<Row>,
): Promise<FastifyReply> {
  const { separator = "comma", decimalMark = "point", bom = false } = request.query as CsvOptions;
  const iterator = batches[Symbol.asyncIterator]();
  const rows = resume(await iterator.next(), iterator);
  return sendFile(request, reply, {
    mediaType: mediaTypes[format],
    filename,
    write: () =>
      format === "xlsx"
        ? writeXlsx(columns, rows, { sheet, decimals })
        : Readable.from(writeCsv(columns, rows, { decimals, separator, decimalMark, bom }), {
            objectMode: false,
            highWaterMark: 1,
          }),
    // Ends `rows` directly, because returning a `writeCsv` generator that was never started would not end them.
    release: () => rows.return(),
  });
}

export interface SentFile {
  mediaType: string;
  filename: string;
  /** Begins to write the file; not called for HEAD. */
  write: () => Readable;
  /** Releases the source once the file is complete, abandoned or not needed. */
  release: () => Promise<unknown>;
  /** Awaited after the client has read all bytes and before the reply ends. */
  beforeEnd?: () => Promise<unknown>;
}

/**
 * Streams a file with status 200; an error after the headers resets the connection. The file is written as fast as
 * possible, so a slow client does not occupy the source.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { mediaType, filename, write, release, beforeEnd }: SentFile,
): Promise<FastifyReply> {
  const endDownload = request.method === "HEAD" ? undefined : await begin(request, release);
  void reply.code(200).headers({
    "content-type": mediaType,
    "content-disposition": contentDisposition(filename),
    "cache-control": "private, no-store",
  });
  if (endDownload === undefined) {
    await release();
    return reply.send(Readable.from([]));
  }
  const source = write();
  source.once("close", () => void release().catch(() => undefined));
  const body = spool(source, request.server.downloads.limits, beforeEnd).once("close", endDownload);
  // HTTP/1.0 clients, such as many proxies, treat the end of a connection as the end of the reply, so reset it. The
  // mock socket of `app.inject` cannot be reset.
  const breakOff = () => void request.raw.socket.resetAndDestroy?.();
  body.once("error", (error) => {
    if (reply.raw.headersSent) {
      if (error instanceof TooSlowError)
        request.log.info({ err: error }, "a client was disconnected because it read too slowly");
      else if (!(error instanceof CancelledError))
        request.log.error({ err: error }, "a file could not be sent completely");
      breakOff();
    } else {
      // The reply becomes an error document instead of a file.
      reply.raw.removeHeader("content-disposition");
      void reply.removeHeader("content-disposition");
    }
  });
  return reply.send(body);
}

async function begin(request: FastifyRequest, release: () => Promise<unknown>): Promise<() => void> {
  try {
    return request.server.downloads.begin(currentRequester()?.tenant);
  } catch (error) {
    await release();
    throw error;
  }
}

/** Returns the first result, which was already read, followed by the rest. */
function resume<T>(first: IteratorResult<T>, iterator: AsyncIterator<T>) {
  let isFirst = true;
  return {
    async next(): Promise<IteratorResult<T>> {
      if (!isFirst) return iterator.next();
      isFirst = false;
      return first;
    },
    async return(): Promise<IteratorResult<T>> {
      await iterator.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Returns `attachment` with the name in ASCII and, if that differs, also in full (RFC 6266, RFC 8187). */
function contentDisposition(filename: string): string {
  const name = filename.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, "_");
  const ascii = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^ -~]|["%]/gu, "_");
  const plain = `attachment; filename="${ascii}"`;
  if (ascii === name) return plain;
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${plain}; filename*=UTF-8''${encoded}`;
}
