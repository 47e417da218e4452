import { NotFoundError } from "@stint/sdk";

/** Returns the result of a read, or undefined if the object does not exist. */
export async function orNothing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
