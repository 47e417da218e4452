import { type ClientOptions, Stint } from "#src/index.ts";

/** A client that records its delays, and waits for only a fraction (`scale`) of each. */
export class PacedStint extends Stint {
  readonly pausesMs: number[] = [];
  readonly #scale: number;

  constructor(options: ClientOptions, scale = 0) {
    super(options);
    this.#scale = scale;
  }

  override pause(ms: number, signal?: AbortSignal): Promise<void> {
    this.pausesMs.push(ms);
    return super.pause(ms * this.#scale, signal);
  }
}
