/** One page of a list. */
export class Page<Item> {
  /** The items of the page. */
  readonly data: Item[];
  /** The `cursor` of the next page, valid for the same filters; null on the last page. */
  readonly nextCursor: string | null;
  /** For lists of events, the `cursor` from which a later call continues. Even the last page has one. */
  readonly resumeCursor: string | undefined;
  readonly #read: ReadPage<Item>;

  constructor(reply: PageReply<Item>, read: ReadPage<Item>) {
    this.data = reply.data;
    this.nextCursor = reply.nextCursor ?? null;
    this.resumeCursor = reply.resumeCursor;
    this.#read = read;
  }

  /** Whether there is another page. */
  get hasNext(): boolean {
    return this.nextCursor !== null;
  }

  /** Reads the next page; undefined after the last page. */
  async next(): Promise<Page<Item> | undefined> {
    return this.nextCursor === null ? undefined : new Page(await this.#read(this.nextCursor), this.#read);
  }
}

/** A page as the server sends it. */
export interface PageReply<Item> {
  data: Item[];
  nextCursor?: string | null;
  resumeCursor?: string;
}

/**
 * Reads the page at a cursor or, without one, the first page. `whole` means that the caller will read the entire list.
 */
export type ReadPage<Item> = (cursor: string | undefined, whole?: boolean) => Promise<PageReply<Item>>;

/**
 * A list. Awaiting it reads the first page; iterating over it reads all items, page by page. Until then, it sends no
 * request.
 */
export class PageList<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  readonly #read: ReadPage<Item>;

  constructor(read: ReadPage<Item>) {
    this.#read = read;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a list is both a promise of its first page and an iterable
  then<Fulfilled = Page<Item>, Rejected = never>(
    onFulfilled?: ((page: Page<Item>) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#first().then(onFulfilled, onRejected);
  }

  /** Handles the error if the first page cannot be read. */
  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Page<Item> | Rejected> {
    return this.#first().catch(onRejected);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let cursor: string | undefined;
    do {
      const { data, nextCursor } = await this.#read(cursor, true);
      yield* data;
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  async #first(): Promise<Page<Item>> {
    return new Page(await this.#read(undefined), this.#read);
  }
}
