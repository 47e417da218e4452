/** A failure that only a person can fix: the message names the fault, its location and the remedy. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}
