// Explains API errors and conflicts to the user at the terminal.
import {
  ApiError,
  type AuditEvent,
  AuthenticationError,
  ConnectionError,
  PermissionError,
  RateLimitError,
  StintError,
  TimeoutError,
} from "@stint/sdk";
import { Failure, type FailureCode } from "#src/failure/failure.ts";
import { TooOld } from "./connection/too-old.ts";
import { loginCommand, type Profile, profileOption } from "#src/profile/profile.ts";
import type { Conflict, Sender } from "@stint/offline/outcome.ts";
import { touched, type Write } from "@stint/offline/write.ts";

/** The profile that a command uses. */
export type Where = Pick<Profile, "server" | "name">;

/** Turns an API error into a failure that explains it. Returns other errors unchanged. */
export function explainApi(error: unknown, { server, name }: Where): unknown {
  const failure = (code: FailureCode, message: string, next?: string) =>
    new Failure(code, message, next, { cause: error });
  if (error instanceof TooOld) {
    const what = `${server} runs Stint ${error.version}, which is older than this program: it has no ${error.lacks}.`;
    return failure(4, what, "Update the server, or use the stint of its version.");
  }
  if (!(error instanceof StintError)) return error;
  if (error instanceof AuthenticationError) {
    const what = `${server} does not accept this key: it was revoked, has expired, or is mistyped.`;
    const again = `Log in again: ${loginCommand(name, server)}`;
    return failure(3, what, name.startsWith("env-") ? "Set another STINT_API_KEY." : again);
  }
  if (error instanceof PermissionError) return failure(3, error.detail, askForScope(error.detail, name));
  if (error instanceof RateLimitError)
    return failure(3, "The server accepts no more requests from this key for now.", "Try again in a minute.");
  if (error instanceof ConnectionError)
    return failure(4, `${server} can't be reached: ${reasonOf(error)}.`, "Check the connection and the address.");
  if (error instanceof ApiError && error.code === undefined)
    return failure(4, `The reply from ${server} is not from Stint (status ${error.status}).`, "Check the address.");
  if (error instanceof ApiError) {
    const isInput = [400, 404, 409, 412, 413, 422].includes(error.status);
    const lines = error.errors.length < 2 ? [] : error.errors.map((each) => `\n  ${each.pointer} ${each.message}`);
    return failure(isInput ? 2 : 4, `${error.detail}${lines.join("")}`);
  }
  const [, elsewhere] = /is redirected to (https?:\S+):/.exec(error.message) ?? [];
  if (elsewhere === undefined) return failure(4, `The reply from ${server} is not from Stint.`, "Check the address.");
  const { origin } = new URL(elsewhere);
  return failure(4, `${server} redirects to ${origin}.`, `Log in there: ${loginCommand(name, origin)}`);
}

/** Returns the command that asks for the scope that a refusal names, with all others for the same objects. */
export function askForScope(detail: string, name: string): string | undefined {
  const [, resource] = /key lacks the scope ([a-z-]+)/.exec(detail) ?? [];
  if (resource === undefined || name.startsWith("env-")) return undefined;
  return `Ask for it: stint login${profileOption(name)} --scopes ${resource}`;
}

/** Like `explainApi`, but adds that the queued writes are not lost. */
export function explainSync(error: unknown, profile: Where, waiting: number): unknown {
  const failure = explainApi(error, profile);
  if (!(failure instanceof Failure) || waiting === 0) return failure;
  const safe = `${waiting === 1 ? "1 write is" : `${waiting} writes are`} kept and will be sent later.`;
  return new Failure(failure.code, `${failure.message} ${safe}`, failure.next, { cause: failure });
}

/** Whether the error usually ends without the user's help. An error about an invalid certificate does not. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof ConnectionError) return !/CERT|SIGNATURE/.test(rootOf(error).code ?? "");
  return error instanceof RateLimitError || (error instanceof ApiError && error.status >= 500);
}

function rootOf(error: Error): NodeJS.ErrnoException {
  let cause = error;
  while (cause.cause instanceof Error) cause = cause.cause;
  return cause;
}

function reasonOf(error: ConnectionError): string {
  if (error instanceof TimeoutError) return "it does not reply";
  const { code, message } = rootOf(error);
  const words: Record<string, string> = {
    ECONNREFUSED: "nothing listens there",
    ENOTFOUND: "there is no such host",
    EAI_AGAIN: "its name can't be looked up",
    EPROTO: "it does not speak https",
    ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak https",
    ECONNRESET: "the connection broke",
    CERT_HAS_EXPIRED: "its certificate has expired",
    DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  };
  return words[code ?? ""] ?? message.replace(/\.$/, "");
}

export async function explainConflict({ reason, theirs }: Conflict, write: Write, sender: Sender): Promise<string> {
  const [local = ""] = touched(write);
  const id = sender.find(local)?.id ?? local;
  switch (reason) {
    case "changed": {
      if (write.kind === "updateTimer") return "Someone else changed the same fields.";
      const names = Object.keys(theirs[id] ?? {});
      const who = await nameOfChanger(id, sender, ({ changes }) => changes.some(({ field }) => names.includes(field)));
      return `${who} changed ${write.kind === "delete" ? "this entry" : "the same fields"}.`;
    }
    case "deleted":
      return `${await nameOfChanger(id, sender, ({ action }) => action === "time_entry.deleted")} deleted this entry.`;
    case "laterTimer":
      return "Another timer was started later, elsewhere.";
    case "stopped":
      return "The timer was stopped elsewhere.";
    case "discarded":
      return "The timer was discarded elsewhere.";
    // Timers are told apart by their start, so only the user knows whether this is the same one.
    case "otherTimer":
      return "The timer's start was changed elsewhere, or another timer was started.";
  }
}

/** Returns the name of the person who made the latest change of this kind, for the beginning of a sentence. */
async function nameOfChanger(id: string, { stint, userId }: Sender, isIt: (event: AuditEvent) => boolean) {
  try {
    const { data } = await stint.timeEntries.listHistory(id);
    const actor = data.find(isIt)?.actor;
    return actor?.userId === userId ? "On another device, you" : (actor?.userName ?? "Someone");
  } catch (error) {
    // Report the conflict without a name if there is no history, as after an entry was deleted for good.
    if (error instanceof ApiError) return "Someone";
    throw error;
  }
}
