/** A file at a user's address could not be read. The message explains why to users, as the end of a sentence. */
export class UnreadableError extends Error {}
