import { isPlain } from "#platform/process/plain-way.ts";

/** `handlePacket` is called for each message. `length` includes its own four bytes, which precede `offset`. */
interface PacketParser {
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): unknown;
}

/**
 * Undefined if this version of `pg` has different internals, or with `STINT_PLAIN=1`; `pg` then reads rows as usual.
 */
export const parser = isPlain ? undefined : await findParser();

async function findParser(): Promise<PacketParser | undefined> {
  const found = await import("pg-protocol/dist/parser.js").then(
    ({ Parser }) => Parser.prototype as unknown as Partial<PacketParser>,
    () => undefined,
  );
  return found?.handlePacket?.length === 4 ? (found as PacketParser) : undefined;
}
