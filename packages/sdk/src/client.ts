import { readEnvironment } from "./environment.ts";
import { StintError } from "./errors.ts";
import { PageList, type PageReply } from "./pages.ts";
import { createRateGate, type RateGate } from "./rate-gate.ts";
import { type Call, sendCall } from "./send-call.ts";
import { tagOf } from "./tags-of-replies.ts";

/** Options for creating a client. */
export interface ClientOptions {
  /**
   * The API key, `stint_…`. Default: `STINT_SDK_API_KEY` from the environment. In a browser on the server's own
   * origin, the session cookie identifies the user instead.
   */
  apiKey?: string | undefined;
  /** The server's URL, such as `https://time.example.com`. Default: `STINT_SDK_URL`, or the page's origin in a browser. */
  baseUrl?: string | undefined;
  /**
   * The function that sends requests. Default: the platform's `fetch`. `init.headers` is a plain object with names in
   * lower case, unless `onRequest` has read the headers.
   */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Headers for every request. */
  headers?: Record<string, string> | undefined;
  /**
   * The time limit of one attempt in milliseconds, 60,000 by default. Does not apply to the body of a file download.
   */
  timeoutMs?: number | undefined;
  /** The maximum number of retries of a call that is safe to repeat, 2 by default. */
  maxRetries?: number | undefined;
  /** Delays requests that would exceed the rate limit. Use it only if no other program uses the same API key. */
  waitForRateLimit?: boolean | undefined;
  /**
   * With `waitForRateLimit`, called when the rate limit is reached, with the number of milliseconds until the server
   * accepts the next request. Delayed calls then continue automatically.
   */
  onRateLimit?: ((waitMs: number) => void) | undefined;
  /** Called before every attempt. May change the request's headers. */
  onRequest?: ((request: SentRequest) => void | Promise<void>) | undefined;
  /**
   * Called after every response, including errors. The client reads the body itself; to read it too, use
   * `response.clone()`.
   */
  onResponse?: ((response: Response, request: SentRequest) => void | Promise<void>) | undefined;
}

/** One attempt, as passed to `onRequest` and `onResponse`. */
export interface SentRequest {
  method: string;
  url: string;
  headers: Headers;
  /** 1 for the first attempt of a call. */
  attempt: number;
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call. The server still completes the work that it has already begun. */
  signal?: AbortSignal | undefined;
  /** Overrides the client's `timeoutMs` for this call. */
  timeoutMs?: number | undefined;
  /** Overrides the client's `maxRetries` for this call. */
  maxRetries?: number | undefined;
  /** Additional headers for this call. */
  headers?: Record<string, string> | undefined;
}

/** Options for a POST, which an idempotency key makes safe to repeat. */
export interface PostOptions extends CallOptions {
  /** 1 to 255 printable characters. Default: a new key for each call, which its retries share. */
  idempotencyKey?: string | undefined;
}

/** Options for a call that changes one resource. */
export interface ConditionalOptions extends CallOptions {
  /**
   * The expected version: the object as you read it, or an ETag. If the resource has another version, the call throws
   * `PreconditionFailedError`.
   */
  ifMatch?: { version: number } | string | undefined;
}

/** Options for a call that reads one resource. */
export interface ReadOptions<Resource> extends CallOptions {
  /**
   * The result of an earlier call. If the resource is unchanged, the server does not send it again, and the call
   * returns that earlier result.
   */
  ifNoneMatch?: Resource | undefined;
}

/** The options of every kind of call, combined. */
export interface AnyOptions extends PostOptions, ConditionalOptions {
  ifNoneMatch?: unknown;
}

interface UnsentCall extends Omit<Call, "path"> {
  path: Path;
}

/** Sends requests, and retries those that are safe to repeat. */
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
      this.#gate = createRateGate(
        { nowMs: () => this.nowMs(), pause: (ms, signal) => this.pause(ms, signal) },
        options.onRateLimit,
      );
  }

  /** Reads one resource. */
  get<Reply>(path: Path, query?: object, options?: AnyOptions): Promise<Reply> {
    return this.#call({ method: "GET", path, query, isRepeatable: true }, options);
  }

  /** Reads a list. `isPaged` is false for a list that the server sends in one reply. */
  list<Item>(path: Path, query?: object, options?: CallOptions, isPaged = true): PageList<Item> {
    return new PageList((cursor, whole = false) => {
      const asked = isPaged ? { ...(whole ? { limit: 200 } : {}), ...query, ...(cursor ? { cursor } : {}) } : query;
      return this.get<PageReply<Item>>(path, asked, options);
    });
  }

  /** Requests a file and returns the response with its body unread. */
  file(path: Path, query?: object, options?: CallOptions): Promise<Response> {
    return this.#call({ method: "GET", path, query, isRepeatable: true, isFile: true }, options);
  }

  /** Sends a POST with an `Idempotency-Key`. */
  post<Reply>(path: Path, body?: unknown, options?: AnyOptions): Promise<Reply> {
    const idempotencyKey = options?.idempotencyKey ?? newKey();
    return this.#call({ method: "POST", path, body, isRepeatable: true, idempotencyKey }, options);
  }

  /** Sends a file with an `Idempotency-Key`. The file's media type tells the server how to read it. */
  upload<Reply>(path: Path, file: Blob, query?: object, options?: AnyOptions): Promise<Reply> {
    const idempotencyKey = options?.idempotencyKey ?? newKey();
    return this.#call({ method: "POST", path, query, file, isRepeatable: true, idempotencyKey }, options);
  }

  /** Sends a DELETE of a resource that cannot be restored under the same id, so repeating the request is safe. */
  remove(path: Path, options?: AnyOptions): Promise<void> {
    return this.#call({ method: "DELETE", path, isRepeatable: true }, options);
  }

  /** Sends any other change. If the outcome is unknown, retries the request only if it has `ifMatch`. */
  send<Reply>(method: string, path: Path, body?: unknown, options?: AnyOptions): Promise<Reply> {
    return this.#call({ method, path, body, isRepeatable: options?.ifMatch !== undefined }, options);
  }

  /** Returns the complete URL of a path, for a browser to open. */
  url(path: string): string {
    if (this.#origin === undefined)
      throw new StintError("Where is the server? Pass baseUrl to the client, or set STINT_SDK_URL.");
    return this.#origin + path;
  }

  /** Returns the milliseconds of a monotonic clock. */
  protected nowMs(): number {
    return performance.now();
  }

  /** Resolves after `ms`, or rejects with the signal's reason if the signal is aborted first. */
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

// `crypto.randomUUID` is not an option, because browsers offer it only in secure contexts (HTTPS).
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Base class of the resources. */
export class Resource {
  /** Sends the resource's requests. */
  protected readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }
}

/** The path of a call, or the error with which the call rejects. */
export type Path = string | StintError;

/**
 * Builds a path from ids. Returns an error if an id is empty, `.` or `..`, because the path would be a different one.
 */
export function path(parts: TemplateStringsArray, ...ids: unknown[]): Path {
  const wrong = ids.findIndex((id) => typeof id !== "string" || /^\.{0,2}$/.test(id));
  if (wrong >= 0)
    return new StintError(`${JSON.stringify(ids[wrong])} is not an id. Pass the id that the server returned.`);
  return parts.reduce((before, part, at) => before + encodeURIComponent(String(ids[at - 1])) + part);
}

export function wantsFile(query: { format?: string | undefined } | undefined): boolean {
  return query?.format !== undefined && query.format !== "json";
}
