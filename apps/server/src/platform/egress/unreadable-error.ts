/** A file at somebody's address could not be read. The message says why, for people, as the end of a sentence. */
export class UnreadableError extends Error {}
