import { AppError } from "#platform/errors.ts";

/** Returns the key, or throws the refusal of an operation that needs one. */
export function needSecretKey(key: Buffer | undefined): Buffer {
  if (key !== undefined) return key;
  throw new AppError(
    "not_configured",
    "This server has no SECRET_KEY, without which secrets cannot be kept. Its operator has to set it.",
  );
}
