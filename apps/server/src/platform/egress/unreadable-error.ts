/**
 * A file at a URL given by a user could not be read. The message is the reason, worded as the end of a sentence for
 * users.
 */
export class UnreadableError extends Error {}
