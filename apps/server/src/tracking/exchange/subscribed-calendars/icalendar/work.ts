/** The steps that a series and a zone may take. Finding the events of a usual calendar takes far fewer. */
export const workOfEach = 100_000;
/** The steps that all series of a file may take together, and all its zones. */
export const workOfAll = 20 * workOfEach;

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
