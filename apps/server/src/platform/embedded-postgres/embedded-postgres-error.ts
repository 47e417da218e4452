/** A failure that a person must act on: the message says what, where and how to mend it. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}
