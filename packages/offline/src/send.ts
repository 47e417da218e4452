import { ApiError } from "@stint/sdk";
import { sameFields } from "./fields.ts";
import { findDone } from "./find-done.ts";
import { isMissing, isPassing, type Outcome, type Sender, type Sent, undefinedIfMissing } from "./outcome.ts";
import { create, remove, restore, update } from "./send-entries.ts";
import { discardTimer, startTimer, stopTimer, updateTimer } from "./send-timer.ts";
import { goneBefore, resolved, timerKey, type Write, type WriteOf } from "./write.ts";

/**
 * Sends a write. Throws the SDK's errors, or a `Conflict`. Sending the write again with the same key has no further
 * effect.
 */
export async function send(sent: Sent, sender: Sender): Promise<Outcome> {
  const write = resolved(sent.write, sent.made, sender.find);
  const ready = { ...sent, write };
  const outcome = (await findDone(ready, sender)) ?? (await sendInTime(ready, sender));
  return write.kind === "startTimer" && write.replaces !== undefined
    ? await withoutReplaced(write, outcome, sender)
    : outcome;
}

/** Deletes the entry that the timer was before it ran again. Keeps an entry that someone has moved in the meantime. */
async function withoutReplaced(
  { replaces, timer }: WriteOf<"startTimer">,
  { ids, ...rest }: Outcome,
  { stint }: Sender,
): Promise<Outcome> {
  const outcome: Outcome = { ...rest, ids: [...ids, [timerKey(timer.startedAt), timer.startedAt, 0]] };
  if (typeof replaces !== "string") return outcome;
  const entry = await stint.timeEntries.get(replaces).catch(undefinedIfMissing);
  if (entry !== undefined && !sameFields(entry, { startedAt: timer.startedAt })) return outcome;
  try {
    if (entry !== undefined) await stint.timeEntries.delete(replaces);
  } catch (error) {
    if (!(error instanceof ApiError) || isPassing(error)) throw error;
    // The timer runs, so the write has not failed. The screen shows the entry again.
    if (!isMissing(error)) return outcome;
  }
  // The time runs again, so undoing a deletion of the entry must not restore it.
  return {
    ...outcome,
    removed: [...outcome.removed, replaces],
    ids: [...outcome.ids, [replaces, replaces, goneBefore]],
  };
}

/**
 * Sends a write. If the server refuses its time because it is in the future, which happens if the device's clock is
 * fast, sends the write again with the server's current time.
 */
async function sendInTime(sent: Sent, sender: Sender): Promise<Outcome> {
  const { write } = sent;
  try {
    return await sendWrite(sent, sender);
  } catch (error) {
    const moved = error instanceof ApiError ? movedToPresent(write, error) : undefined;
    if (moved === undefined) throw error;
    await sender.onMoved(moved);
    const outcome = await sendWrite({ ...sent, write: moved }, sender);
    // The next write to these entries must not take their replaced times for changes by others.
    const versions = new Map(outcome.entries.map(({ id, version }) => [id, version]));
    outcome.ids = outcome.ids.map(([localId, id, version]) => [localId, id, versions.get(id) ?? version]);
    if (write.kind === "startTimer" && outcome.timer)
      outcome.ids.push([timerKey(write.timer.startedAt), outcome.timer.startedAt, 0]);
    return outcome;
  }
}

function movedToPresent(write: Write, { errors, headers }: ApiError): Write | undefined {
  const presentMs = Date.parse(headers.get("date") ?? "");
  const isFuture = (pointer: string, instant: string) =>
    Date.parse(instant) > presentMs && errors.some((each) => each.pointer === pointer && each.code === "out_of_range");
  const present = () => new Date(presentMs).toISOString();
  if (write.kind === "startTimer" && isFuture("/startedAt", write.timer.startedAt))
    return { ...write, timer: { ...write.timer, startedAt: present() } };
  if (write.kind === "stopTimer" && isFuture("/endedAt", write.at)) return { ...write, at: present() };
  return undefined;
}

async function sendWrite(sent: Sent, sender: Sender): Promise<Outcome> {
  const { write } = sent;
  switch (write.kind) {
    case "create":
      return await create({ ...sent, write }, sender);
    case "update":
      return await update({ ...sent, write }, sender);
    case "delete":
      return await remove({ ...sent, write }, sender);
    case "restore":
      return await restore({ ...sent, write }, sender);
    case "startTimer":
      return await startTimer({ ...sent, write }, sender);
    case "updateTimer":
      return await updateTimer(write, sender);
    case "stopTimer":
      return await stopTimer({ ...sent, write }, sender);
    case "discardTimer":
      return await discardTimer({ ...sent, write }, sender);
  }
}
