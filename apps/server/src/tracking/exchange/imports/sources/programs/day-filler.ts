import { dayMs } from "#platform/day-starts.ts";

/**
 * The maximum number of days to remember, which limits memory. When it is reached, all days are forgotten and start at
 * 09:00 again, so rows may overlap.
 */
const maxDays = 500_000;
const morningMs = 9 * 3_600_000;

/**
 * Computes starts for rows that have only a day and a duration: a person's rows on a day follow one another from 09:00.
 * Starts wrap around at midnight, so every row begins on its own day.
 */
export class DayFiller {
  readonly #people = new Map<string, number>();
  /** The number of milliseconds after 09:00 that are already filled, by person and day. */
  readonly #filled = new Map<number, number>();

  /** Returns the local time at which the row begins, as if it were UTC. */
  place(person: string, dayStartMs: number, seconds: number): number {
    let index = this.#people.get(person);
    if (index === undefined) {
      if (this.#people.size >= maxDays) {
        this.#people.clear();
        this.#filled.clear();
      }
      index = this.#people.size;
      this.#people.set(person, index);
    }
    if (this.#filled.size >= maxDays) this.#filled.clear();
    const key = index * 200_000 + dayStartMs / dayMs;
    const filled = this.#filled.get(key) ?? 0;
    this.#filled.set(key, filled + seconds * 1000);
    return dayStartMs + ((morningMs + filled) % dayMs);
  }
}
