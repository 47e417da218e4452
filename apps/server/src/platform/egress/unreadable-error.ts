/** A file at a URL given by a user could not be read. The message tells users why, as the end of a sentence. */
export class UnreadableError extends Error {}
