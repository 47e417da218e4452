// A sign-out starts with a flag on the device and ends when the server confirms it. If it is interrupted, for example
// because the browser closes, the next page finishes it before showing anything.
import { emptyKept } from "./kept.ts";
import { forgetNotes, readDevice, writeDevice } from "./notes.ts";
import { keptName, unsentName } from "./store.ts";

const signOut = "stint-sign-out";
const sessionOver = "stint-session-over";

/**
 * Removes the notes and sets a flag that the session is to be ended. Returns whether the flag was stored; if so, the
 * next page finishes the sign-out.
 */
export function beginSignOut(sessionId: string): boolean {
  // The flag may not fit into full storage; removing the notes makes room.
  forgetNotes();
  return writeDevice(signOut, sessionId);
}

/** The id of the session that has yet to be ended. */
export function pendingSignOut(): string | undefined {
  return readDevice(signOut);
}

export function endSignOut(): void {
  writeDevice(signOut, undefined);
}

/** Calls `listener` when another tab starts to sign out. */
export function onSignOutElsewhere(listener: () => void): void {
  addEventListener("storage", ({ key, newValue }) => key === signOut && newValue !== null && listener());
}

/** Records whether the session is over. If it is, the next page removes the data stored on the device. */
export function markSessionOver(isOver: boolean): void {
  if (isOver || readDevice(sessionOver) !== undefined) writeDevice(sessionOver, isOver ? "1" : undefined);
}

/** Whether a page saw the session end and nobody has signed in since. */
export function isSessionMarkedOver(): boolean {
  return readDevice(sessionOver) !== undefined;
}

/** Removes everyone's data except unsent changes, which are encrypted and unreadable until their owner signs in. */
export async function forgetPeople(): Promise<void> {
  forgetNotes();
  writeDevice(sessionOver, undefined);
  await emptyKept();
  // Deletes the databases of earlier versions, which had other names.
  for (const { name = "" } of (await globalThis.indexedDB?.databases?.().catch(() => [])) ?? [])
    if (name !== keptName && name !== unsentName) indexedDB.deleteDatabase(name);
}
