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
  /** The body as it is sent, instead of JSON. */
  raw?: string | Buffer;
}
