/** A command cannot do what was asked; the message says why and what to type instead. */
export class CommandError extends Error {}
