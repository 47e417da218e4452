import { createStore, type UseStore } from "idb-keyval";

/** The databases: what was read from the server, and changes that it has not confirmed. */
export const keptName = "stint-kept";
export const unsentName = "stint-unsent";

/**
 * Opens a store. Reopens it if the browser has closed the database without an event, as browsers do after sleep or when
 * memory is low.
 */
export function openStore(database: string, name: string): UseStore {
  let store = createStore(database, name);
  return async (mode, work) => {
    try {
      return await store(mode, work);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
      store = createStore(database, name);
      return store(mode, work);
    }
  };
}
