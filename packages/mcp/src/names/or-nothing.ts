import { NotFoundError } from "@stint/sdk";

/** The result of a read; undefined if the object does not exist. */
export async function orNothing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
