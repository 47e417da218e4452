import { type Operation, pathOf } from "#test/cases/operations.ts";
import type { Answer, Caller } from "#test/worlds/test-app.ts";
import { senderOf, type ValidRequest } from "#test/cases/valid-requests.ts";

export type Request = Required<ValidRequest>;

export function sendBy(sender: Caller, operation: Operation, { ids, body }: Request, headers = {}): Promise<Answer> {
  return sender.send(operation.method, pathOf(operation, ids), body, { headers });
}

/** Sends the request as the caller, or with the caller's session if the operation refuses API keys. */
export async function send(caller: Caller, operation: Operation, request: Request, headers = {}): Promise<Answer> {
  return sendBy(await senderOf(operation, caller), operation, request, headers);
}

export async function sendBytes(
  caller: Caller,
  operation: Operation,
  { ids }: Request,
  raw: string,
  type = "application/json",
) {
  const sender = await senderOf(operation, caller);
  return sender.send(operation.method, pathOf(operation, ids), undefined, { raw, headers: { "content-type": type } });
}
