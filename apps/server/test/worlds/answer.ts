// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every shape
export type Json = any;

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  bytes: Buffer;
  /** The parsed body; throws if it is not JSON. */
  json: Json;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Sent verbatim instead of JSON. */
  raw?: string | Buffer;
}
