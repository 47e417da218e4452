// Small texts in local storage, read synchronously while a screen renders. A person's notes have names that start with
// the person's id. Sign-out removes all notes except those listed here.

/** Device preferences, which identify nobody. public/theme.js reads the first two. */
const preferences = ["stint-theme", "stint-language", "stint-hour-height", "stint-csv"] as const;
/** Flags that record a sign-out or an ended session; device/leaving.ts sets them. */
const marks = ["stint-sign-out", "stint-session-over"] as const;

type DeviceName = (typeof preferences)[number] | (typeof marks)[number];

const changed = "stint-note";
/** The notes that the browser didn't store. They last as long as the page. */
const unstored = new Map<string, string>();
const isOfDevice = (name: string) => ([...preferences, ...marks] as string[]).includes(name);

/** Reads a note; undefined if there is none or the browser forbids storage. */
export function readDevice(name: DeviceName): string | undefined {
  return read(name) ?? undefined;
}

/** Writes a note; undefined removes it. Returns whether the browser stored it. */
export function writeDevice(name: DeviceName, text: string | undefined): boolean {
  return write(name, text);
}

export function noteOf(userId: string, organizationId: string, name: string) {
  const key = `${userId} ${organizationId} ${name}`;
  return {
    text: () => read(key),
    /** Undefined removes the note. */
    write(text: string | undefined): void {
      write(key, text);
      dispatchEvent(new Event(changed));
    },
  };
}

/** Calls `listener` when a note changes in this tab or another; returns the unsubscribe function. */
export function onNote(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener("storage", listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener("storage", listener);
  };
}

export function forgetNotes(): void {
  remove((name) => !isOfDevice(name));
}

export function forgetNotesOfOthers(userId: string): void {
  remove((name) => !isOfDevice(name) && !name.startsWith(`${userId} `));
}

/** Whether the texts that the person has typed are stored. */
export function areDraftsStored(): boolean {
  return ![...unstored.keys()].some((name) => name.endsWith("draft"));
}

function remove(isMeant: (name: string) => boolean): void {
  for (const name of unstored.keys()) if (isMeant(name)) unstored.delete(name);
  try {
    for (const name of Object.keys(localStorage)) if (isMeant(name)) localStorage.removeItem(name);
  } catch {
    // If storage is forbidden, there is nothing to remove.
  }
}

function read(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string | undefined): boolean {
  unstored.delete(key);
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    if (text !== undefined) unstored.set(key, text);
    return false;
  }
}
