import { type Context, note } from "#src/context/context.ts";
import { httpFetch } from "./http-fetch.ts";

/** Returns a `fetch` that says once that the server takes long to reply; a silent command would seem to hang. */
export function patientFetch(context: Context): (url: string, init?: RequestInit) => Promise<Response> {
  let isSaid = false;
  return async (url, init) => {
    const timer = setTimeout(() => {
      if (!isSaid) note(context, `${new URL(url).origin} does not reply yet. Still waiting; Ctrl-C ends it.`);
      isSaid = true;
    }, context.slowMs);
    try {
      return await httpFetch(url, init);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Says that the rate limit is reached, unless the wait is short. */
export function noteRateLimit(context: Context, waitMs: number): void {
  if (waitMs >= context.slowMs)
    note(context, `The rate limit is reached. The server accepts the next request in ${waitMs / 1000} s.`);
}
