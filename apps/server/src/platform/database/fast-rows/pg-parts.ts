import pg from "pg";
import { isPlain } from "#platform/process/plain-way.ts";

/** `handlePacket` is called for each message. `length` includes its own four bytes, which precede `offset`. */
interface PacketParser {
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): unknown;
}

/** The methods of a connection that statements call. */
export type Sending = pg.Connection & { _send(message: Buffer): void; describe(message: object): void };

/** `pg`'s method that sends a statement. */
export const { prepare } = pg.Query.prototype as unknown as {
  prepare(this: pg.Query, connection: pg.Connection): void;
};

/**
 * Undefined if this version of `pg` has different internals, or with `STINT_PLAIN=1`; `pg` then reads rows as usual.
 */
export const parser = isPlain ? undefined : await findParser();

async function findParser(): Promise<PacketParser | undefined> {
  const found = await import("pg-protocol/dist/parser.js").then(
    ({ Parser }) => Parser.prototype as unknown as PacketParser,
    () => undefined,
  );
  const { _send: send, describe } = pg.Connection.prototype as unknown as Sending;
  const isExpected = takes(found?.handlePacket, 4) && takes(prepare, 1) && takes(send, 1) && takes(describe, 1);
  return isExpected ? found : undefined;
}

function takes(method: unknown, parameters: number): boolean {
  return typeof method === "function" && method.length === parameters;
}
