import { dayMs } from "#platform/days.ts";
import { cachedItems } from "#platform/process/memory.ts";

/**
 * The instants at which a local time occurs: two if clocks were put back over it. If they were put forward over it, the
 * time moved forward by the length of the gap.
 */
export interface Instants {
  at: readonly [number] | readonly [number, number];
  isGap: boolean;
}

/** Converts local times to instants. Calls Temporal only once per day, except on days with a clock change. */
export class LocalClock {
  readonly #timeZone: string;
  readonly #offsets = new Map<number, number | undefined>();

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  /** The instants of a local time; `wallMs` is that time as if it were UTC. */
  at(wallMs: number): Instants {
    const day = Math.floor(wallMs / dayMs);
    let offset = this.#offsets.get(day);
    if (offset === undefined && !this.#offsets.has(day)) {
      offset = this.#fixedOffset(day);
      if (this.#offsets.size >= cachedItems) this.#offsets.clear();
      this.#offsets.set(day, offset);
    }
    if (offset === undefined) return this.#ask(wallMs);
    return { at: [wallMs - offset], isGap: false };
  }

  /** The offset on a day; undefined if it changes on or near that day. Every offset is shorter than a day. */
  #fixedOffset(day: number): number | undefined {
    const from = new Temporal.ZonedDateTime(BigInt((day - 1) * dayMs) * 1_000_000n, this.#timeZone);
    const change = from.getTimeZoneTransition("next");
    const isFixed = change === null || change.epochMilliseconds > (day + 2) * dayMs;
    return isFixed ? from.offsetNanoseconds / 1_000_000 : undefined;
  }

  #ask(wallMs: number): Instants {
    const wall = Temporal.Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO("UTC").toPlainDateTime();
    const read = (disambiguation: "earlier" | "later") =>
      wall.toZonedDateTime(this.#timeZone, { disambiguation }).epochMilliseconds;
    const [earlier, later] = [read("earlier"), read("later")];
    if (earlier === later) return { at: [earlier], isGap: false };
    const isShown = wall.equals(
      new Temporal.ZonedDateTime(BigInt(later) * 1_000_000n, this.#timeZone).toPlainDateTime(),
    );
    return isShown ? { at: [earlier, later], isGap: false } : { at: [later], isGap: true };
  }
}
