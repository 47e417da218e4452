import { AppError } from "#platform/errors.ts";

/** Returns the key; throws if it is missing, because the operation needs one. */
export function needSecretKey(key: Buffer | undefined): Buffer {
  if (key !== undefined) return key;
  throw new AppError(
    "not_configured",
    "This server has no SECRET_KEY, which is needed to store secrets. Its operator has to set it.",
  );
}
