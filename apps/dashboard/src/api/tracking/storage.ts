import { createStore, get, set } from "idb-keyval";

/** What is kept on the device between two visits. */
export interface Storage {
  read<Value>(name: string): Promise<Value | undefined>;
  write(name: string, value: unknown): Promise<void>;
}

/** The browser's database, apart for each person and organization. Where it is forbidden, nothing is kept. */
export function openStorage(owner: string): Storage {
  const store = createStore(`stint-${owner}`, "kept");
  return {
    read: (name) => get<never>(name, store).catch(() => undefined),
    write: (name, value) => set(name, value, store).catch(() => undefined),
  };
}
