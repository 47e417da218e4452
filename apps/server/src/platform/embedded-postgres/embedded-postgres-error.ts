/** A failure that a person must act on: the message names the fault, its place and the cure. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}
