import type { Me, Project, Stint, Task } from "@stint/sdk";
import type { Schema } from "./schema.ts";

/**
 * The names, and the owner, that were shown to one key in the last minute. It grants no rights: every write is checked
 * again.
 */
export interface NameCache {
  me(): Promise<Me>;
  project(id: string): Promise<Project | undefined>;
  task(id: string): Promise<Task | undefined>;
  /** Loads these in advance, instead of one by one. */
  load(ids: { projectIds: Iterable<string>; taskIds: Iterable<string> }): Promise<void>;
  /** The names of other people, as far as the key may know them. */
  people(): Promise<Map<string, string>>;
  /** Called when everything may have changed. */
  forget(): void;
}

/** Signs data that a later call must return unchanged. */
export interface Signer {
  sign(payload: object): string;
  /** Undefined if the token was created or changed by someone else. */
  open(token: string): Record<string, unknown> | undefined;
}

/** One call of a tool, by one person. */
export interface Context {
  stint: Stint;
  /** Signs drafts and undo references. */
  signer: Signer;
  /** The caller, read at most a minute ago; every API call checks again. */
  me: Me;
  /** The time zone in which the person's days are computed. */
  zone: string;
  /** The person's current day. */
  today: string;
  nowMs: number;
  names: NameCache;
  /** Whether the client can ask the person, and the person's answer to an earlier round of this call. */
  person: Person;
}

export interface Person {
  canBeAsked: boolean;
  answer: "accept" | "decline" | undefined;
  /** The state returned by the earlier round. */
  state: string | undefined;
}

/** Fields for programs, and the same as a few lines for people and models. */
export interface Result {
  data: Record<string, unknown>;
  text: string;
}

/** A question that must be answered before the call can continue. */
export interface Question {
  question: string;
  state: string;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  input: Schema;
  output: Schema;
  isReading: boolean;
  /** Whether it can change or remove existing data, rather than only add to it. */
  isDestructive: boolean;
  isIdempotent: boolean;
  run(context: Context, args: never): Promise<Result | Question>;
}

/** The arguments have already been validated against `input`. */
export function tool<Args>(
  declared: Omit<Tool, "run"> & { run(context: Context, args: Args): Promise<Result | Question> },
): Tool {
  return declared as unknown as Tool;
}

/** The largest result that clients accept: 25,000 tokens, estimated at four bytes each. */
export const maxBytes = 100_000;

export function sizeOf({ data, text }: Result): number {
  return Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(text);
}
