/** A command cannot do its work; the message states why and what to type instead. */
export class CommandError extends Error {}
