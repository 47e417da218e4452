import type http from "node:http";

const shared = Symbol("body is shared");
type Reply = http.ServerResponse & { [shared]?: true };

/** Marks the reply's body as a Buffer shared by all replies, which costs no extra memory while it is unread. */
export function shareBody(response: http.ServerResponse): void {
  (response as Reply)[shared] = true;
}

export function isShared(response: http.ServerResponse): boolean {
  return (response as Reply)[shared] === true;
}
