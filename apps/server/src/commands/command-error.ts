/** A command cannot do its work; the message says why and what to type instead. */
export class CommandError extends Error {}
