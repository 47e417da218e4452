import type { Me, Project, Stint, Task } from "@stint/sdk";
import type { Schema } from "./schema.ts";

export type KnownProject = Pick<Project, "id" | "name" | "status" | "clientId">;
export type KnownTask = Pick<Task, "id" | "name" | "status" | "projectId">;

/** A client or a person. */
export interface Named {
  id: string;
  name: string;
}

/** The projects, tasks and clients that a key sees, by id. */
export interface Directory {
  projects: Map<string, KnownProject>;
  tasks: Map<string, KnownTask>;
  clients: Map<string, Named>;
}

/** A cache of names. It grants no rights, because the API checks every write again. */
export interface NameCache {
  /** Returns the key's owner, as read in the last minute. */
  me(): Promise<Me>;
  /** Returns the people whom the key is allowed to see, by id, as read in the last minute. */
  people(): Promise<Map<string, Named>>;
  /** Returns a directory that is up to date. */
  directory(): Promise<Directory>;
  /** Returns a directory with these projects and tasks, which may be a minute old. It lacks what the key may not see. */
  naming(ids: readonly string[]): Promise<Directory>;
  /** Returns how many names are cached. */
  size(): number;
}

/** Signs data that a later call must return unchanged. */
export interface Signer {
  sign(payload: object): string;
  /** Returns the payload; undefined if the token was not created by this signer or has been changed. */
  open(token: string): Record<string, unknown> | undefined;
}

/** The context of one tool call, made for one person. */
export interface ToolContext {
  stint: Stint;
  /** Signs drafts and undo references. */
  signer: Signer;
  /** The caller, as read at most a minute ago. The API checks the caller again in every call. */
  me: Me;
  /** Returns the names of the tools whose scopes the caller has. */
  permittedTools(): string[];
  /** The time zone in which the person's days are computed. */
  zone: string;
  /** The first day of the person's weeks. */
  weekStart: Me["organization"]["weekStart"];
  /** The person's current day. */
  today: string;
  nowMs: number;
  names: NameCache;
  /** Returns the directory, brought up to date once in this call. */
  directory(): Promise<Directory>;
  person: {
    /** Whether the client can ask the person. */
    canBeAsked: boolean;
    /** The person's answer in an earlier round of this call, and the state that the round returned. */
    answer: "accept" | "decline" | undefined;
    state: string | undefined;
  };
}

/** Fields for programs. The text of the result is a summary, followed by all these fields (`sayResult`). */
export interface Result {
  data: Record<string, unknown>;
  /** Text that the fields don't contain, such as the next step. */
  summary?: string;
  /** Makes the result with fewer items; undefined if it has only one. */
  shorter?: () => Promise<Result>;
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
  /** The fields of the result's data. A note about text that people typed is added to them. */
  output: Schema;
  /** The API scopes that the tool needs. The API operations that it calls check them again. */
  scopes: readonly string[];
  /** Whether the tool only reads, adds data, or can also change or remove existing data. All tools are idempotent. */
  effect: "reads" | "adds" | "changes";
  run(context: ToolContext, args: never): Promise<Result | Question>;
}

/** Declares a tool. The arguments that `run` gets have already been validated against `input`. */
export function tool<Args>(
  declared: Omit<Tool, "input" | "run"> & {
    input: Schema<Args>;
    run(context: ToolContext, args: Args): Promise<Result | Question>;
  },
): Tool {
  return declared as unknown as Tool;
}
