import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { rightsText } from "#identity/access.ts";
import { type Database, type DatabasePool, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { retryMissingReference } from "#platform/database/database-errors.ts";
import { AppError, invalid } from "#platform/errors.ts";
import { type BodyOf, type ReplyOf, sendJsonText } from "#platform/http/replies/replies.ts";
import { needSecretKey } from "#platform/secrets/need-secret-key.ts";
import { decrypt, encrypt } from "#platform/secrets/encrypt.ts";
import type { Idempotency } from "./fastify-types.ts";

interface ReplyHead {
  location?: string;
  etag?: string;
  /**
   * Whether the body contains a secret. Such a body is encrypted when it is stored for replays, so a request with an
   * Idempotency-Key then needs SECRET_KEY.
   */
  isSecret?: boolean;
}

interface ReplyWithBody<Schema extends FastifySchema, Status extends 200 | 201 | 202> extends ReplyHead {
  status: Status;
  body: BodyOf<Schema, Status>;
}

/** The reply to a mutation. The body is serialized before COMMIT, so a failure rolls the mutation back. */
export type MutationReply<Schema extends FastifySchema> =
  | ReplyWithBody<Schema, 200>
  | ReplyWithBody<Schema, 201>
  | ReplyWithBody<Schema, 202>
  | (Schema extends { response: { 204: unknown } } ? { status: 204; body?: never } : never);

interface Unwritten extends ReplyHead {
  status: number;
  body?: unknown;
}

interface WrittenReply {
  status: number;
  headers: Record<string, string>;
  body: string;
  replayed: boolean;
  isSecret: boolean;
}

export type Mutate = <Schema extends FastifySchema>(
  request: FastifyRequest,
  reply: ReplyOf<Schema>,
  run: (tx: Transaction) => Promise<MutationReply<Schema>>,
) => Promise<FastifyReply>;

/** The dependencies of most operations under /v1. */
export interface OperationDeps {
  db: DatabasePool;
  mutate: Mutate;
  now: () => Date;
}

/**
 * Returns a function that runs a mutation in a transaction, which also stores the reply under the request's
 * Idempotency-Key. The reply is sent only after COMMIT and `onCommit`. A rollback frees the key.
 */
export function createMutate(
  db: DatabasePool,
  secretKey: Buffer | undefined,
  onCommit: (orgId: string) => void,
): Mutate {
  return async (request, reply, run) => {
    const written = await retryMissingReference(() =>
      db.transaction(async (tx) => {
        const earlier = await claim(tx, request, secretKey);
        if (earlier !== undefined) return earlier;
        const fresh = writeReply(await run(tx));
        await save(tx, request, fresh, secretKey);
        return fresh;
      }),
    );
    onCommit(request.actor.orgId);
    return send(reply, written);
  };
}

function writeReply({ status, body, location, etag, isSecret = false }: Unwritten): WrittenReply {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (location !== undefined) headers["location"] = location;
  if (etag !== undefined) headers["etag"] = etag;
  return { status, headers, body: body === undefined ? "" : JSON.stringify(body), replayed: false, isSecret };
}

function send(reply: FastifyReply, { status, headers, body, replayed }: WrittenReply): FastifyReply {
  if (replayed) void reply.header("idempotent-replayed", "true");
  void reply.code(status).headers(headers);
  return body === "" ? reply.send() : sendJsonText(reply, body);
}

/** Reads the Idempotency-Key of a POST, either bare or quoted (draft-ietf-httpapi-idempotency-key-header-07). */
export function readIdempotencyKey(request: FastifyRequest): void {
  request.idempotency = undefined;
  const header = request.headers["idempotency-key"];
  if (request.method !== "POST" || header === undefined) return;
  const value = /^"(.*)"$/.exec(String(header))?.[1] ?? String(header);
  if (!/^[\x20-\x7e]{1,255}$/.test(value)) {
    throw invalid(
      "/Idempotency-Key",
      "bad_format",
      "The header Idempotency-Key must be 1 to 255 printable ASCII characters",
    );
  }
  const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  // Replays depend on the caller's permissions too, because the stored reply may contain data that the caller may no
  // longer see.
  const rights = `\n${rightsText(request.actor)}`;
  const path = (request.url.split("?", 1)[0] ?? "").replace(/\/+$/, "");
  request.idempotency = { value, path, bodyHash: createHash("sha256").update(bytes).update(rights).digest() };
}

/** Sends the stored reply of an earlier request with the same key, if any. Returns whether it sent one. */
export async function replayed(
  db: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  secretKey: Buffer | undefined,
): Promise<boolean> {
  if (request.idempotency === undefined) return false;
  const earlier = toReply(await db.query(savedReply(request, request.idempotency)), request.idempotency, secretKey);
  if (earlier !== undefined) await send(reply, earlier);
  return earlier !== undefined;
}

/**
 * Claims the Idempotency-Key for this transaction. Returns the reply if an earlier request has stored one by now;
 * throws 409 if a request with the key is still running.
 */
async function claim(
  tx: Transaction,
  request: FastifyRequest,
  secretKey: Buffer | undefined,
): Promise<WrittenReply | undefined> {
  const { idempotency, actor } = request;
  if (idempotency === undefined) return undefined;
  const name = [actor.orgId, actor.keyId, request.method, idempotency.path, idempotency.value].join("\n");
  const lock = sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`;
  const [claimed, saved] = await Promise.all([
    tx.query<{ taken: boolean }>(lock, { opens: true }),
    tx.query<SavedReply>(savedReply(request, idempotency), { opens: true }),
  ]);
  if (!one(claimed).taken) {
    throw new AppError("idempotency_in_progress", "A request with this Idempotency-Key is still running. Try again.", {
      headers: { "retry-after": "1" },
    });
  }
  return toReply(saved, idempotency, secretKey);
}

interface SavedReply {
  body_hash: Buffer;
  status: number;
  headers: Record<string, string>;
  body: string;
  body_sealed: Buffer | null;
}

function savedReply({ actor, method }: FastifyRequest, { path, value }: Idempotency): Sql {
  return sql`
    select body_hash, status, headers, body, body_sealed
      from idempotent_replies
     where org_id = ${actor.orgId} and key_id = ${actor.keyId} and method = ${method}
       and path = ${path} and value = ${value}
       and created_at > now() - interval '24 hours'`;
}

/** The saved reply in `rows`; throws 409 if its request differed from this one. */
function toReply(
  [row]: SavedReply[],
  { bodyHash }: Idempotency,
  secretKey: Buffer | undefined,
): WrittenReply | undefined {
  if (row === undefined) return undefined;
  if (!row.body_hash.equals(bodyHash)) {
    throw new AppError(
      "idempotency_mismatch",
      "This Idempotency-Key was used with another body, or with other permissions, in the last 24 hours. Use a new key for a new request.",
    );
  }
  const isSecret = row.body_sealed !== null;
  const body = row.body_sealed === null ? row.body : decrypt(needSecretKey(secretKey), row.body_sealed);
  return { status: row.status, headers: row.headers, body, replayed: true, isSecret };
}

async function save(
  tx: Transaction,
  request: FastifyRequest,
  written: WrittenReply,
  secretKey: Buffer | undefined,
): Promise<void> {
  const { idempotency, actor } = request;
  if (idempotency === undefined) return;
  const sealed = written.isSecret ? encrypt(needSecretKey(secretKey), written.body) : null;
  const store = sql`
    insert into idempotent_replies (org_id, key_id, method, path, value, body_hash, status, headers, body, body_sealed)
    values (${actor.orgId}, ${actor.keyId}, ${request.method}, ${idempotency.path}, ${idempotency.value}, ${idempotency.bodyHash},
            ${written.status}, ${JSON.stringify(written.headers)}, ${sealed === null ? written.body : ""}, ${sealed})
    on conflict (org_id, key_id, method, path, value) do update
       set body_hash = excluded.body_hash, status = excluded.status, headers = excluded.headers, body = excluded.body,
           body_sealed = excluded.body_sealed, created_at = excluded.created_at`;
  await tx.query(store, { closes: true });
}

/** Counts stored replies that contain a secret, per organization. */
export function listSealedReplies(db: Database): Promise<{ org_id: string; count: number }[]> {
  return db.query(sql`
    select org_id, count(*) as count from idempotent_replies where body_sealed is not null group by org_id order by org_id`);
}

/** Deletes stored replies that contain a secret. A retry of one of these requests then runs it again. */
export async function deleteSealedReplies(db: Database, orgId: string): Promise<void> {
  await db.query(sql`delete from idempotent_replies where org_id = ${orgId} and body_sealed is not null`);
}

export async function deleteOldReplies(db: Database, orgId: string, savedBefore: string): Promise<void> {
  await db.query(sql`delete from idempotent_replies where org_id = ${orgId} and created_at < ${savedBefore}`);
}
