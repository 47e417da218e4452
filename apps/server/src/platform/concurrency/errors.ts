/** The caller cancelled the work, usually because its client has disconnected. */
export class CancelledError extends Error {
  readonly code = "ABORT_ERR";

  constructor(options?: ErrorOptions) {
    super("the statement was cancelled by its caller", options);
    this.name = "AbortError";
  }
}

/** No connection became free in time, because other callers were using all of them. The statement has not run. */
export class BusyError extends Error {
  constructor() {
    super("no connection became free in time");
    this.name = "BusyError";
  }
}
