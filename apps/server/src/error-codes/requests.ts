import type { DeclaredCode } from "./declared-code.ts";

/** Requests that cannot be understood, or whose target does not exist or has changed. */
export const requests = {
  malformed_request: {
    status: 400,
    meaning:
      "The body is not UTF-8, JSON or an object, has a duplicate key or is nested too deeply; or the request is not HTTP/1.1.",
    remedy: "Fix the error in `detail`.",
  },
  missing_field: {
    status: 400,
    meaning: "The body lacks a required field. `errors` also lists its other errors.",
    remedy: "Send the fields in `errors`.",
  },
  authorization_pending: {
    status: 400,
    meaning: "Nobody has approved or denied the program yet.",
    remedy: "Poll again after `intervalSeconds`.",
  },
  slow_down: {
    status: 400,
    meaning: "The program polled before `intervalSeconds` had passed.",
    remedy: "From now on, wait 5 seconds longer.",
  },
  access_denied: {
    status: 400,
    meaning: "Somebody denied the program, or the person who approved it may no longer have an API key.",
    remedy: "Start the login again, or use an API key.",
  },
  expired_token: {
    status: 400,
    meaning: "The program's code is unknown or has expired, or its key was fetched more than a minute ago.",
    remedy: "Start the login again.",
  },
  not_found: {
    status: 404,
    meaning: "The resource in the path, or in a field in `errors`, does not exist in this organization.",
    remedy: "Check the id and the key's organization.",
  },
  method_not_allowed: {
    status: 405,
    meaning: "The path does not support this method.",
    remedy: "Use a method from `Allow`.",
  },
  request_timeout: {
    status: 408,
    meaning: "The request did not arrive in time; the connection was closed.",
    remedy: "Send it again.",
  },
  precondition_failed: {
    status: 412,
    meaning: "`If-Match` does not match the resource.",
    remedy: "Read it again, and repeat the change.",
  },
  payload_too_large: {
    status: 413,
    meaning: "The body is larger than 1 MiB, or the file to import than 100 MB.",
    remedy: "Send less at once.",
  },
  unsupported_media_type: {
    status: 415,
    meaning:
      "The body is compressed, or neither `application/json` nor, for an import, `text/csv` or `application/zip`.",
    remedy: "Send uncompressed JSON with its `Content-Type`.",
  },
  headers_too_large: {
    status: 431,
    meaning: "Request line and headers are larger than 16 KiB, or there are more than 100 fields.",
    remedy: "Shorten the URL or remove headers.",
  },
} as const satisfies Record<string, DeclaredCode>;
