/** Thrown when a budget of steps is used up. */
export class TooMuchWorkError extends Error {}

/**
 * A budget of steps, so that no file keeps the thread busy for long. Counts steps rather than time, so the same file
 * always gives the same events. Steps are also charged to the budget `whole`, if there is one.
 */
export class Work {
  #left: number;
  readonly #whole: Work | undefined;

  constructor(most: number, whole?: Work) {
    this.#left = most;
    this.#whole = whole;
  }

  spend(steps = 1): void {
    if (this.#left < steps) throw new TooMuchWorkError();
    this.#left -= steps;
    this.#whole?.spend(steps);
  }
}
