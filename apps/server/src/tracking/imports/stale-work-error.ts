/** A person has changed or removed the import since the work began: its result is of no use. */
export class StaleWorkError extends Error {
  constructor() {
    super("the import has changed");
    this.name = "StaleWorkError";
  }
}
