/** A person has changed or removed the import since the work began, so the result of the work is useless. */
export class StaleWorkError extends Error {
  constructor() {
    super("the import has changed");
    this.name = "StaleWorkError";
  }
}
