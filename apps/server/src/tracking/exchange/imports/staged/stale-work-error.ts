/** Thrown if a user changed or removed the import after the work began, so that its result would be useless. */
export class StaleWorkError extends Error {
  constructor() {
    super("the import has changed");
    this.name = "StaleWorkError";
  }
}
