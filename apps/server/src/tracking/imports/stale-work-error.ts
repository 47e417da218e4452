/** Thrown if a person has changed or removed the import since the work began, which makes the result useless. */
export class StaleWorkError extends Error {
  constructor() {
    super("the import has changed");
    this.name = "StaleWorkError";
  }
}
