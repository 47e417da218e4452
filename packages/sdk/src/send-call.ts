import type { SentRequest } from "./client.ts";
import { ApiError, ConnectionError, StintError, TimeoutError, toApiError } from "./errors.ts";
import type { RateGate } from "./rate-gate.ts";
import { keepTag, keptTag } from "./tags-of-replies.ts";

export interface Call {
  method: string;
  path: string;
  query?: object | undefined;
  body?: unknown;
  /** The request body, which is sent unchanged; replaces `body`. */
  file?: Blob;
  /** Whether the call is idempotent. */
  isRepeatable: boolean;
  idempotencyKey?: string;
  /** Whether the reply is a file. The caller then gets the response itself, with its body unread. */
  isFile?: boolean;
}

interface WholeCall extends Call {
  url: string;
  apiKey: string | undefined;
  ifMatch: string | undefined;
  /** The object that the caller already has. It is returned if the server reports that it is current. */
  known: unknown;
}

interface Means {
  timeoutMs: number;
  maxRetries: number;
  signal?: AbortSignal;
  headers: Record<string, string>;
  send: (url: string, init: RequestInit) => Promise<Response>;
  onRequest: ((request: SentRequest) => void | Promise<void>) | undefined;
  onResponse: ((response: Response, request: SentRequest) => void | Promise<void>) | undefined;
  gate: RateGate | undefined;
  nowMs: () => number;
  pause: (ms: number) => Promise<void>;
}

type Outcome = "refused" | "unknown" | "underWay" | "final";

const firstDelayMs = 500;
const longestDelayMs = 8_000;

/**
 * Sends a call and retries it if that is safe. The outcome of an attempt decides:
 *
 * - refused: the server changed nothing (429, and its own 408 and 5xx). Every call is retried.
 * - unknown: the connection broke, the time limit passed, or a proxy returned a 5xx. Only an idempotent call is
 *   retried.
 * - underWay: an earlier attempt of this call is still running. The call is repeated until that attempt ends, for at
 *   most one `timeoutMs`; these repetitions do not count as retries.
 */
export async function sendCall(call: WholeCall, means: Means): Promise<unknown> {
  let { method, isRepeatable } = call;
  let body = call.body === undefined ? undefined : JSON.stringify(call.body);
  let isUnknown = false;
  let underWaySinceMs: number | undefined;
  for (let attempt = 1, retries = 0; ; attempt++) {
    try {
      return await sendOnce({ ...call, method, body }, means, attempt);
    } catch (error) {
      if (!(error instanceof StintError)) throw error;
      const outcome = outcomeOf(error);
      if (method === "DELETE" && isUnknown && error instanceof ApiError && error.status === 404) return undefined;
      if (call.method !== "GET" && (outcome === "unknown" || outcome === "underWay")) isUnknown = true;
      if (outcome === "underWay") underWaySinceMs ??= means.nowMs();
      // If the change was made and only its reply was lost, read the resource instead of repeating the change.
      if (error instanceof LostReply && call.method === "PATCH")
        [method, body, isRepeatable] = ["GET", undefined, true];
      const goesOn =
        outcome === "underWay"
          ? means.nowMs() - (underWaySinceMs ?? 0) < means.timeoutMs
          : retries++ < means.maxRetries && (outcome === "refused" || (outcome === "unknown" && isRepeatable));
      if (!goesOn) throw concluded(error, call, isUnknown);
      await means.pause(delayMs(error, retries));
    }
  }
}

function outcomeOf(error: StintError): Outcome {
  if (error instanceof ConnectionError) return "unknown";
  if (!(error instanceof ApiError)) return "final";
  const { status, code } = error;
  if (code === "idempotency_in_progress") return "underWay";
  if (code === "too_many_attempts" || code === "not_configured") return "final";
  if (status === 429) return "refused";
  // An error without a code comes from a proxy, which does not know whether the server executed the call.
  if (status === 408 || status >= 500) return code === undefined ? "unknown" : "refused";
  return "final";
}

/** Adds to the error what the caller needs to know before repeating the call. */
function concluded(error: StintError, { idempotencyKey }: WholeCall, isUnknown: boolean): StintError {
  error.idempotencyKey = idempotencyKey;
  error.mayHaveHappened = isUnknown && !(idempotencyKey !== undefined && isLastWord(error));
  if (error.mayHaveHappened)
    error.message += `\nIt may have happened anyway: ${
      idempotencyKey === undefined ? "check before you repeat it." : "repeat it with this error's idempotencyKey."
    }`;
  return error;
}

/**
 * Whether the server checked the idempotency key, found no saved reply, and refused the call. In that case, no attempt
 * has taken effect.
 */
function isLastWord(error: StintError): boolean {
  return (
    outcomeOf(error) === "final" &&
    error instanceof ApiError &&
    ![401, 403].includes(error.status) &&
    error.code !== "idempotency_mismatch"
  );
}

/**
 * Returns the delay before the next attempt: the server's Retry-After, or else exponential backoff from half a second,
 * with up to half of each delay taken off at random.
 */
function delayMs(error: StintError, retries: number): number {
  const asked = error instanceof ApiError ? error.headers.get("retry-after") : null;
  const seconds = asked === null ? NaN : /^\d+$/.test(asked) ? Number(asked) : (Date.parse(asked) - Date.now()) / 1000;
  if (!Number.isNaN(seconds)) return Math.max(0, seconds * 1000);
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (retries - 1)) * (1 - Math.random() / 2);
}

async function sendOnce(call: WholeCall, means: Means, attempt: number): Promise<unknown> {
  const { method, path, isFile, file } = call;
  const { signal, timeoutMs, gate } = means;
  await gate?.enter(signal);
  const ender = new AbortController();
  const end = () => ender.abort(signal?.reason);
  if (signal?.aborted === true) end();
  else signal?.addEventListener("abort", end, { once: true });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    ender.abort();
  }, timeoutMs);
  const where = `${method} ${path}`;
  let response: Response | undefined;
  try {
    const { request, headersToSend } = toRequest(call, means, attempt);
    await means.onRequest?.(request);
    const body = file ?? (call.body as string | undefined);
    response = await means.send(request.url, {
      method,
      headers: headersToSend(),
      redirect: "manual",
      signal: ender.signal,
      ...(body === undefined ? {} : { body }),
    });
    await means.onResponse?.(response, request);
    return await toReply(call, response, where);
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (timedOut) throw new TimeoutError(`${where} got no complete reply within ${timeoutMs} ms.`, { cause: error });
    if (error instanceof StintError) throw error;
    throw new ConnectionError(`${where} got no reply from ${call.url}: ${reasonOf(error)}. Is baseUrl right?`, {
      cause: error,
    });
  } finally {
    gate?.leave(response?.headers);
    clearTimeout(timer);
    if (isFile !== true || response?.ok !== true) signal?.removeEventListener("abort", end);
  }
}

function toRequest(call: WholeCall, { headers: given }: Means, attempt: number) {
  const { method, path, url, query, apiKey, body, file, idempotencyKey, ifMatch, known } = call;
  const plain: Record<string, string> = {};
  const set = (name: string, value: string | undefined) => {
    if (value !== undefined) plain[name.toLowerCase()] = value;
  };
  for (const [name, value] of Object.entries(given)) set(name, value);
  set("authorization", apiKey && `Bearer ${apiKey}`);
  set("content-type", file?.type ?? (body === undefined ? undefined : "application/json"));
  set("idempotency-key", idempotencyKey);
  set("if-match", method === "GET" ? undefined : ifMatch);
  set("if-none-match", keptTag(known));
  let headers: Headers | undefined;
  const request: SentRequest = {
    method,
    url: url + toSearch(query, path.startsWith("/v1/")),
    attempt,
    // Created only for a callback that reads them, because loading the class takes Node 50 ms.
    get headers() {
      return (headers ??= new Headers(plain));
    },
    set headers(changed) {
      headers = changed;
    },
  };
  return { request, headersToSend: () => headers ?? plain };
}

async function toReply({ isFile, known, url }: WholeCall, response: Response, where: string): Promise<unknown> {
  const { status, ok, headers, type } = response;
  if (status === 304 && known !== undefined) return known;
  if (type === "opaqueredirect" || (status >= 300 && status < 400))
    throw new StintError(
      `${where} is redirected to ${headers.get("location") ?? "elsewhere"}: use that address as baseUrl.`,
    );
  const isJson = headers.get("content-type")?.includes("json") === true;
  // Parsing an incomplete error body throws, so the attempt counts as one without a reply. The status alone does not
  // say whether to retry.
  if (!ok) throw toApiError(where, response, isJson ? JSON.parse(await response.text()) : {});
  if (isFile === true) return response;
  if (status === 204 || (status === 202 && !isJson)) return undefined;
  if (!isJson) throw new StintError(`The reply to ${where} is not from Stint: is baseUrl (${url}) right?`);
  try {
    const value: unknown = JSON.parse(await response.text());
    keepTag(value, headers.get("etag"));
    return value;
  } catch (cause) {
    throw new LostReply(`${where} succeeded, but the reply was cut off: ${reasonOf(cause)}.`, { cause });
  }
}

/** Thrown if the server reported success, but its reply was cut off. */
class LostReply extends ConnectionError {}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  return cause?.message ?? message ?? String(error);
}

/**
 * Formats the query, with one parameter for each value of a list. With `escapesCommas`, escapes the commas in list
 * values. Omits undefined values.
 */
function toSearch(query: object = {}, escapesCommas: boolean): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, unknown][])
    for (const each of Array.isArray(value) ? value : [value]) {
      const text = each instanceof Date ? each.toISOString() : String(each);
      if (each !== undefined)
        search.append(name, escapesCommas && Array.isArray(value) ? text.replaceAll(",", "\\,") : text);
    }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}
