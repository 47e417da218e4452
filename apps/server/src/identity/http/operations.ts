import type { FastifyContextConfig, FastifyReply, FastifyRequest } from "fastify";
import { type InPath, pathFirst } from "#identity/by-id.ts";
import { IdParams, NotModified, problems } from "#platform/http/contract/resource-schemas.ts";
import { type Static, type TSchema, Type } from "#platform/http/contract/type/type.ts";
import { requestCompiler } from "#platform/http/contract/validation.ts";
import { type ReplyOf, sendPage, sendResource, writeJson } from "#platform/http/replies/replies.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { Mutate } from "./mutation.ts";

/**
 * An operation of the API, named by its key in a table: where it is, what it needs, takes and returns. Its handler has
 * the same key.
 */
export interface Operation extends FastifyContextConfig {
  at: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;
  summary: string;
  description?: string;
  /** Defaults to the tag of the table. */
  tag?: string;
  /** The path's parameters, unless `id` is the only one. */
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** The reply's body, or the description of a reply without a body. */
  reply: TSchema | string;
  /** The status of the reply; 200 unless set, or 204 without a body. */
  status?: 201 | 202 | 302 | 303;
  /** The statuses of other replies that the handler causes: errors, and 304 if the reply has an ETag. */
  others: readonly number[];
  /** Whether the handler of a change has work before or after the transaction, and so begins it itself. */
  byHand?: boolean;
  /** The list in the body whose items the verb checks. */
  uncheckedItems?: string;
  /** Whether HEAD is supported too; true unless set. */
  head?: false;
  /** Further parts of the schema, such as other successful replies or media types. */
  schema?: { response?: object; [part: string]: unknown };
}

export type Operations = Readonly<Record<string, Operation>>;

type StaticOf<Schema, Otherwise> = Schema extends TSchema ? Static<Schema> : Otherwise;
type Part<O, Key extends string> = O extends Readonly<Record<Key, infer Value>> ? Value : undefined;

export type RequestOf<O extends Operation> = FastifyRequest<{
  Params: StaticOf<Part<O, "params">, { id: string }>;
  Querystring: StaticOf<Part<O, "query">, unknown>;
  Body: StaticOf<Part<O, "body">, unknown>;
}>;

/** The result of a handler: the body, its ETag and, for something new, its address. */
interface Answer<Body> {
  body: Body;
  etag?: string;
  location?: string;
  /** See `mutate`. */
  isSecret?: boolean;
}

type AnswerOf<O extends Operation> = O["reply"] extends string
  ? void
  : Answer<StaticOf<O["reply"], never>> | OtherAnswerOf<Part<O, "schema">>;

/** An answer with the other successful reply of `schema`. */
type OtherAnswerOf<Schema> = Schema extends { response: { 200: infer Body extends TSchema } }
  ? Answer<Static<Body>> & { status: 200 }
  : never;

export type ReplyTo<O extends Operation> = ReplyOf<{
  response: Record<O extends { status: infer Status extends number } ? Status : 200, O["reply"]>;
}>;

export type InTransaction<Result> = (run: (tx: Transaction) => Promise<Result>, by?: Mutate) => Promise<FastifyReply>;

type IsChange<O> = O extends { at: `GET ${string}` } | { byHand: true }
  ? false
  : O extends { access: unknown }
    ? true
    : false;

/** A change by an actor runs in a transaction. Other handlers may also send the reply themselves, for example a file. */
type HandlerOf<O extends Operation> =
  IsChange<O> extends true
    ? (tx: Transaction, request: RequestOf<O>) => Promise<AnswerOf<O>>
    : (
        request: RequestOf<O>,
        reply: ReplyTo<O>,
        inTransaction: InTransaction<AnswerOf<O>>,
      ) => Promise<AnswerOf<O> | FastifyReply>;

export type Handlers<Table extends Operations> = { [Name in keyof Table]: HandlerOf<Table[Name]> };

interface OperationOptions<Table extends Operations> {
  tag: string;
  /** Needed if the table has changes. */
  mutate?: Mutate;
  /**
   * Finds the object in the path, or throws 404; one function for `…/:id`, or one for each operation. A 404 takes
   * precedence over a 422.
   */
  find?: Find | { [Name in keyof Table]?: Find };
}

type Find = (request: Pick<InPath, "actor"> & { params: never }) => Promise<unknown>;

/** Adds the operations of a table to the app, in the order of the table. */
export function addOperations<const Table extends Operations>(
  app: HttpApp,
  table: Table,
  { tag, mutate, find }: OperationOptions<Table>,
  handlers: Handlers<Table>,
): void {
  for (const [name, operation] of Object.entries(table)) {
    const {
      at,
      summary,
      description,
      tag: own,
      params,
      query,
      body,
      reply,
      status,
      others,
      byHand,
      uncheckedItems,
      head,
      schema: { response, ...schema } = {},
      ...config
    } = operation;
    const [method, url] = at.split(" ") as [string, string];
    const code = status ?? (typeof reply === "string" ? 204 : 200);
    const takesId = url.includes(":");
    const finds = typeof find === "object" ? find[name] : takesId ? find : undefined;
    const handle = handlers[name] as unknown;
    const isChange = method !== "GET" && byHand !== true && config.access !== undefined;
    app.route({
      method,
      url,
      config,
      exposeHeadRoute: head ?? true,
      ...(finds === undefined ? {} : { preValidation: pathFirst(finds) as never }),
      ...(uncheckedItems === undefined ? {} : { validatorCompiler: requestCompiler({ uncheckedItems }) as never }),
      schema: {
        operationId: name,
        tags: [own ?? tag],
        summary,
        ...(description === undefined ? {} : { description }),
        ...(takesId ? { params: params ?? IdParams } : {}),
        ...(query === undefined ? {} : { querystring: query }),
        ...(body === undefined ? {} : { body }),
        response: {
          [code]: typeof reply === "string" ? Type.Null({ description: reply }) : reply,
          ...(others.includes(304) ? { 304: NotModified } : {}),
          ...problems(...others.filter((other) => other >= 400)),
          ...response,
        },
        ...schema,
      },
      handler: isChange ? changeOf(code, mutate, handle as Change) : byHandOf(code, mutate, handle as ByHand),
    });
  }
}

type AnyAnswer = Answer<object> | undefined;
type ByHand = (
  request: FastifyRequest,
  reply: FastifyReply,
  inTransaction: InTransaction<AnyAnswer>,
) => Promise<AnyAnswer>;
type Change = (tx: Transaction, request: FastifyRequest) => Promise<AnyAnswer>;

function byHandOf(status: number, mutate: Mutate | undefined, handle: ByHand) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const answer = await handle(request, reply, (run, by = mutate) => changeOf(status, by, run)(request, reply));
    // Awaiting a reply that the handler has sent results in undefined.
    if (answer === undefined) return reply.sent || reply.raw.headersSent ? reply : reply.code(status).send();
    const { body, etag, location } = answer;
    if (location !== undefined) void reply.header("location", location);
    if (etag !== undefined) return sendResource(request, reply, etag, body as never);
    if ("nextCursor" in body) return sendPage(request, reply, body as never);
    return writeJson(reply, status, body);
  };
}

function changeOf(status: number, mutate: Mutate | undefined, handle: Change) {
  if (mutate === undefined) throw new Error("a table with changes needs mutate");
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    mutate(request, reply, async (tx) => ({ status, ...(await handle(tx, request)) }) as never);
}
