import { AppError } from "#platform/errors.ts";

/** The key, or the refusal of what cannot be done without one. */
export function needSecretKey(key: Buffer | undefined): Buffer {
  if (key !== undefined) return key;
  throw new AppError(
    "not_configured",
    "This server has no SECRET_KEY, without which secrets cannot be kept. Its operator has to set it.",
  );
}
