import { NotFoundError } from "@stint/sdk";

/** What a request reads; undefined if it does not exist. */
export async function orNothing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
