/** A failure that a person must fix: the message names the fault, its location and the remedy. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}
