// oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies of every shape
export type Json = any;

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  bytes: Buffer;
  /** The parsed body. Throws if the body is not JSON. */
  json: Json;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  /** The exact body to send, instead of a value as JSON. */
  raw?: string | Buffer;
}
