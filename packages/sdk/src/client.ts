import { readEnvironment } from "./environment.ts";
import { StintError } from "./errors.ts";
import { PageList, type PageReply } from "./pages.ts";
import { createRateGate, type RateGate } from "./rate-gate.ts";
import { type Call, sendCall } from "./send-call.ts";
import { tagOf } from "./tags-of-replies.ts";

/** What a client is made with. */
export interface ClientOptions {
  /**
   * The API key, `stint_…`. Without it `STINT_API_KEY` of the environment; in a browser on the server's own origin the
   * session of who is signed in.
   */
  apiKey?: string | undefined;
  /** Where the server is, such as `https://time.example.com`. Without it `STINT_URL`, or in a browser its own origin. */
  baseUrl?: string | undefined;
  /** Sends the requests; without it the `fetch` of the platform. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Headers of every request. */
  headers?: Record<string, string> | undefined;
  /** How long an attempt may take, in milliseconds; 60,000 without it. A file may take longer once it has begun. */
  timeoutMs?: number | undefined;
  /** How often a call is repeated that can be; 2 without it. */
  maxRetries?: number | undefined;
  /** Waits before the server would refuse for the rate limit. For programs that use a key alone. */
  waitForRateLimit?: boolean | undefined;
  /** Told of every attempt before it is sent; may change its headers. */
  onRequest?: ((request: SentRequest) => void | Promise<void>) | undefined;
  /** Told of every reply, errors among them. Its body is the call's: read a `clone()`. */
  onResponse?: ((response: Response, request: SentRequest) => void | Promise<void>) | undefined;
}

/** An attempt, as `onRequest` and `onResponse` see it. */
export interface SentRequest {
  method: string;
  url: string;
  headers: Headers;
  /** 1 for the first attempt of a call. */
  attempt: number;
}

/** What every call takes. */
export interface CallOptions {
  /** Ends the call when it is aborted; what the server has begun goes on. */
  signal?: AbortSignal | undefined;
  /** As in `ClientOptions`, for this call. */
  timeoutMs?: number | undefined;
  /** As in `ClientOptions`, for this call. */
  maxRetries?: number | undefined;
  /** Headers of this call, besides the client's. */
  headers?: Record<string, string> | undefined;
}

/** What a call takes that may be repeated safely by its key. */
export interface PostOptions extends CallOptions {
  /** 1 to 255 printable characters. Without it one is made for each call, and kept through its retries. */
  idempotencyKey?: string | undefined;
}

/** What a call takes that changes one resource. */
export interface ConditionalOptions extends CallOptions {
  /** Only if it still has this version: the object as you read it, or an ETag. Else `PreconditionFailedError`. */
  ifMatch?: { version: number } | string | undefined;
}

/** What a call takes that reads one resource. */
export interface ReadOptions<Resource> extends CallOptions {
  /** What an earlier call returned: the same object comes back while nothing has changed, and is not sent again. */
  ifNoneMatch?: Resource | undefined;
}

/** The options of all kinds of calls. */
export interface AnyOptions extends PostOptions, ConditionalOptions {
  ifNoneMatch?: unknown;
}

interface UnsentCall extends Omit<Call, "path"> {
  path: Path;
}

/** Sends requests, and repeats those that can be repeated without harm. */
export class Client {
  readonly #options: ClientOptions;
  readonly #origin: string | undefined;
  readonly #apiKey: string | undefined;
  readonly #gate: RateGate | undefined;

  constructor(options: ClientOptions = {}) {
    const found = readEnvironment();
    this.#options = options;
    this.#apiKey = options.apiKey ?? found.apiKey;
    this.#origin = (options.baseUrl ?? found.baseUrl)?.replace(/(\/v1)?\/*$/, "");
    if (options.waitForRateLimit === true)
      this.#gate = createRateGate({ nowMs: () => this.nowMs(), pause: (ms, signal) => this.pause(ms, signal) });
  }

  /** Reads one thing. */
  get<Reply>(path: Path, query?: object, options?: AnyOptions): Promise<Reply> {
    return this.#call({ method: "GET", path, query, isRepeatable: true }, options);
  }

  /** Reads a list; `isPaged` is false where all of it comes at once. */
  list<Item>(path: Path, query?: object, options?: CallOptions, isPaged = true): PageList<Item> {
    return new PageList((cursor, whole = false) => {
      const asked = isPaged ? { ...(whole ? { limit: 200 } : {}), ...query, ...(cursor ? { cursor } : {}) } : query;
      return this.get<PageReply<Item>>(path, asked, options);
    });
  }

  /** Reads a file: the reply, whose body is yours to read. */
  file(path: Path, query?: object, options?: CallOptions): Promise<Response> {
    return this.#call({ method: "GET", path, query, isRepeatable: true, isFile: true }, options);
  }

  /** A POST with an `Idempotency-Key`. */
  post<Reply>(path: Path, body?: unknown, options?: AnyOptions): Promise<Reply> {
    const idempotencyKey = options?.idempotencyKey ?? newKey();
    return this.#call({ method: "POST", path, body, isRepeatable: true, idempotencyKey }, options);
  }

  /** Ends what has an id that never comes back. */
  remove(path: Path, options?: AnyOptions): Promise<void> {
    return this.#call({ method: "DELETE", path, isRepeatable: true }, options);
  }

  /** Any other change: repeated after an unknown outcome only with `ifMatch`. */
  send<Reply>(method: string, path: Path, body?: unknown, options?: AnyOptions): Promise<Reply> {
    return this.#call({ method, path, body, isRepeatable: options?.ifMatch !== undefined }, options);
  }

  /** The address of a path, for a browser to go to. */
  url(path: string): string {
    if (this.#origin === undefined)
      throw new StintError("Where is the server? Give baseUrl to the client, or set STINT_URL.");
    return this.#origin + path;
  }

  /** Milliseconds of a clock that never goes back. */
  protected nowMs(): number {
    return performance.now();
  }

  /** Resolves after so many milliseconds; rejects with the signal's reason when it is aborted. */
  pause(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", end);
        resolve();
      }, ms);
      if (signal?.aborted === true) end();
      else signal?.addEventListener("abort", end, { once: true });
    });
  }

  async #call<Reply>({ path, ...rest }: UnsentCall, options: AnyOptions = {}): Promise<Reply> {
    if (path instanceof StintError) throw path;
    const call = { ...rest, path };
    const { timeoutMs = 60_000, maxRetries = 2, headers, fetch: send, onRequest, onResponse } = this.#options;
    const { ifMatch, ifNoneMatch, idempotencyKey: _key, ...given } = options;
    const isOwn = call.path.startsWith("/v1/");
    const reply = await sendCall(
      {
        ...call,
        url: this.url(call.path),
        apiKey: isOwn ? this.#apiKey : undefined,
        ifMatch: typeof ifMatch === "object" ? tagOf(ifMatch) : ifMatch,
        known: ifNoneMatch,
      },
      {
        timeoutMs,
        maxRetries,
        ...withoutUndefined(given),
        headers: { ...headers, ...given.headers },
        send: send ?? ((url, init) => fetch(url, init)),
        onRequest,
        onResponse,
        gate: isOwn ? this.#gate : undefined,
        nowMs: () => this.nowMs(),
        pause: (ms) => this.pause(ms, given.signal),
      },
    );
    return reply as Reply;
  }
}

function withoutUndefined<Options extends object>(
  options: Options,
): { [Name in keyof Options]: NonNullable<Options[Name]> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}

// Not randomUUID, which browsers have on pages of HTTPS only.
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the classes of resources have in common. */
export class Resource {
  /** What sends their requests. */
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }
}

/** Where a call goes, or the error that it rejects with. */
export type Path = string | StintError;

/** A path with ids in it. An id that is empty or a dot would lead to another path. */
export function path(parts: TemplateStringsArray, ...ids: unknown[]): Path {
  const wrong = ids.findIndex((id) => typeof id !== "string" || /^\.{0,2}$/.test(id));
  if (wrong >= 0) return new StintError(`${JSON.stringify(ids[wrong])} is not an id.`);
  return parts.reduce((before, part, at) => before + encodeURIComponent(String(ids[at - 1])) + part);
}

/** Whether a query asks for a file. */
export function wantsFile(query: { format?: string | undefined } | undefined): boolean {
  return query?.format !== undefined && query.format !== "json";
}
