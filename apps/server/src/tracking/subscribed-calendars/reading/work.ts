/** The limit of `Work` is reached. */
export class TooMuchWorkError extends Error {}

/** Counts work rather than time, so that the same file always gives the same events. */
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
