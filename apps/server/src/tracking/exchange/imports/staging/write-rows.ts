const maxRows = 5_000;
/** Limits the size of a statement, because several copies of it may be in memory while it is sent and stored. */
const maxCharacters = 1_048_576;

/**
 * Returns functions that collect rows and pass them to `store` as the text of a JSON list, with the number of the first
 * one. `store` should commit them: readers of changes wait for the oldest open transaction.
 */
export function createRowWriter(store: (list: string, first: number) => Promise<unknown>) {
  let first = 1;
  let characters = 0;
  let rows: string[] = [];

  async function flush(): Promise<void> {
    if (rows.length === 0) return;
    const [list, number] = [`[${rows.join(",")}]`, first];
    first += rows.length;
    characters = 0;
    rows = [];
    await store(list, number);
  }

  return {
    async write(row: object) {
      const text = JSON.stringify(row);
      rows.push(text);
      characters += text.length;
      if (rows.length >= maxRows || characters >= maxCharacters) await flush();
    },
    /** Stores the remaining rows. */
    end: flush,
  };
}
