// A copy of a person's data on the device: one database for all people and organizations, which is emptied at sign-out.
// A claim in the database names the owner. Every transaction checks the claim, so a page that is slow to notice a
// sign-out can neither read nor write someone else's data.
import { promisifyRequest } from "idb-keyval";
import { forgetNotesOfOthers } from "./notes.ts";
import { keptName, openStore } from "./store.ts";

export interface Owner {
  userId: string;
  organizationId: string;
}

/**
 * A value to store under `kind` or, with an `id`, as one item of that kind. An undefined `value` removes the stored
 * one.
 */
export interface Change {
  kind: string;
  id?: string;
  value: unknown;
}

interface Claim<Person> {
  userId: string;
  /** Changes whenever the copy is emptied. A page reads and writes only data of the generation that it claimed. */
  generation: string;
  person: Person;
}

const writesPerTask = 100;

type Run<Result> = (all: IDBObjectStore) => Result | Promise<Result>;

const store = openStore(keptName, "kept");
const claimKey = "claim";
let claimed: Promise<string | undefined> | undefined;

/** Claims this device's copy of the data for a person and removes everyone else's. `readClaimant` then returns `person`. */
export function claimDevice(userId: string, person: unknown): void {
  forgetNotesOfOthers(userId);
  const before = claimed ?? Promise.resolve(undefined);
  claimed = before.then((generation) => claim({ userId, person }, generation)).catch(() => undefined);
}

function claim(
  { userId, person }: Omit<Claim<unknown>, "generation">,
  mine: string | undefined,
): Promise<string | undefined> {
  return store("readwrite", async (all) => {
    const found = await promisifyRequest<Claim<unknown> | undefined>(all.get(claimKey));
    // Another page has emptied the copy. Keeping the old generation blocks this page's writes, because they would store
    // only part of the data that the page shows.
    if (mine !== undefined && found?.generation !== mine) return mine;
    const isSame = found?.userId === userId;
    if (!isSame) all.clear();
    const generation = isSame ? found.generation : crypto.randomUUID();
    all.put({ userId, generation, person } satisfies Claim<unknown>, claimKey);
    await promisifyRequest(all.transaction);
    return generation;
  });
}

export async function readClaimant<Person>(): Promise<Person | undefined> {
  const request = store("readonly", (all) => promisifyRequest<Claim<Person> | undefined>(all.get(claimKey)));
  return (await request.catch(() => undefined))?.person;
}

export function emptyKept(): Promise<void> {
  claimed = undefined;
  return store("readwrite", (all) => {
    all.clear();
    return promisifyRequest(all.transaction);
  }).catch(() => undefined);
}

export type Kept = ReturnType<typeof openKept>;

/** The stored data of a person in an organization. Does nothing in browsers that forbid storage. */
export function openKept({ userId, organizationId }: Owner) {
  const keyOf = (kind: string, id?: string) => [userId, organizationId, kind, ...(id === undefined ? [] : [id])];

  async function run<Result>(mode: IDBTransactionMode, work: Run<Result>): Promise<Result | undefined> {
    const generation = await claimed;
    if (generation === undefined) return undefined;
    const done = store(mode, async (all) => {
      const found = await promisifyRequest<Claim<unknown> | undefined>(all.get(claimKey));
      return found?.generation === generation && found.userId === userId ? work(all) : undefined;
    });
    return done.catch(() => undefined);
  }

  return {
    read: <Value>(kind: string) => run("readonly", (all) => promisifyRequest<Value | undefined>(all.get(keyOf(kind)))),

    async readAll<Item>(kind: string): Promise<Item[]> {
      const range = IDBKeyRange.bound(keyOf(kind, ""), [...keyOf(kind), []]);
      return (await run("readonly", (all) => promisifyRequest<Item[]>(all.getAll(range)))) ?? [];
    },

    /** Writes all changes or none; returns whether they were stored. */
    async write(changes: Iterable<Change>): Promise<boolean> {
      const isStored = await run("readwrite", async (all) => {
        let count = 0;
        for (const { kind, id, value } of changes) {
          const request: IDBRequest =
            value === undefined ? all.delete(keyOf(kind, id)) : all.put(value, keyOf(kind, id));
          // Thousands of writes in one task would delay the keys that are pressed meanwhile.
          if (++count % writesPerTask === 0) await promisifyRequest(request);
        }
        await promisifyRequest(all.transaction);
        return true;
      });
      return isStored === true;
    },
  };
}
