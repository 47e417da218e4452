import type { Me, Project, Stint, Task } from "@stint/sdk";
import type { Schema } from "./schema.ts";

/** What one key was shown of names and of its owner, for a minute. It gives no right: every write is judged anew. */
export interface NameCache {
  me(): Promise<Me>;
  project(id: string): Promise<Project | undefined>;
  task(id: string): Promise<Task | undefined>;
  /** Reads these before they are asked for one by one. */
  load(ids: { projectIds: Iterable<string>; taskIds: Iterable<string> }): Promise<void>;
  /** Names of other people, as far as the key may know them. */
  people(): Promise<Map<string, string>>;
  /** Everything may have changed. */
  forget(): void;
}

/** Signs what a later call must bring back unchanged. */
export interface Signer {
  sign(payload: object): string;
  /** Undefined if somebody else made or changed the text. */
  open(token: string): Record<string, unknown> | undefined;
}

/** One call of a tool, by one person. */
export interface Context {
  stint: Stint;
  /** Signs drafts and undo references. */
  signer: Signer;
  /** The caller, as read at most a minute ago; every call of the API checks anew. */
  me: Me;
  /** The time zone of the person's days. */
  zone: string;
  /** The person's current day. */
  today: string;
  nowMs: number;
  names: NameCache;
  /** Whether the client can ask the person, and what the person answered to an earlier round of this call. */
  person: Person;
}

export interface Person {
  canBeAsked: boolean;
  answer: "accept" | "decline" | undefined;
  /** The state that the earlier round returned. */
  state: string | undefined;
}

/** Fields for programs, and the same in a few lines for people and models. */
export interface Result {
  data: Record<string, unknown>;
  text: string;
}

/** The question whose answer the call needs first. */
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
  /** Whether it can change or remove what exists, rather than only add. */
  isDestructive: boolean;
  isIdempotent: boolean;
  run(context: Context, args: never): Promise<Result | Question>;
}

/** The arguments were compared with `input` before. */
export function tool<Args>(
  declared: Omit<Tool, "run"> & { run(context: Context, args: Args): Promise<Result | Question> },
): Tool {
  return declared as unknown as Tool;
}

/** Without it, answers would exceed what clients accept: 25,000 tokens, counted as four bytes each. */
export const mostBytes = 100_000;

export function sizeOf({ data, text }: Result): number {
  return Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(text);
}
