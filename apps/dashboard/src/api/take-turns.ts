export type TakeTurn = <Value>(read: () => Promise<Value>) => Promise<Value>;

/** Returns a function that starts each read when the one before has ended, so that many don't reach the server at once. */
export function takeTurns(): TakeTurn {
  let before: Promise<unknown> = Promise.resolve();
  return (read) => {
    const own = before.then(read);
    before = own.catch(() => undefined);
    return own;
  };
}
