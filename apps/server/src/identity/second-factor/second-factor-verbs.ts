import type { ProvedBy } from "#identity/sessions/create-session.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError, invalid } from "#platform/errors.ts";
import { needSecretKey } from "#platform/secrets/need-secret-key.ts";
import { decrypt, encrypt } from "#platform/secrets/encrypt.ts";
import {
  confirmSecret,
  insertPendingSecret,
  lockSecondFactor,
  noteStep,
  removeSecondFactor,
  type SecondFactorRow,
  setRecoveryHashes,
} from "./queries.ts";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { findStep, newTotpSecret, otpauthUrl } from "./totp.ts";

export interface Proof {
  code?: string | undefined;
  recoveryCode?: string | undefined;
}

interface Person {
  userId: string;
}

interface Tried {
  row: SecondFactorRow;
  code: string;
}

interface CodeDeps {
  secretKey: Buffer | undefined;
  now: Date;
}

/**
 * Consumes the second factor's code. Throws 401 if the account has a second factor and the code is missing or wrong.
 * Returns the factors that authenticated the person, including the password.
 */
export async function useSecondFactor(
  tx: Transaction,
  { userId }: Person,
  { input: proof }: { input: Proof },
  { secretKey, now }: CodeDeps,
): Promise<ProvedBy> {
  const row = await lockSecondFactor(tx, userId);
  if (row === undefined || row.totp_confirmed_at === null) return "password";
  if (proof.code === undefined && proof.recoveryCode === undefined) {
    throw new AppError("second_factor_required", "This account has a second factor; send its code too.");
  }
  const isRight =
    proof.code === undefined
      ? await takeRecoveryCode(tx, { userId }, { row, code: proof.recoveryCode ?? "" })
      : await takeCode(tx, { userId }, { row, code: proof.code }, { secretKey, now });
  if (!isRight)
    throw new AppError("invalid_code", "This code is wrong, too old, or has been used before. Send the next one.");
  return proof.code === undefined ? "password_and_recovery_code" : "password_and_code";
}

async function takeCode(
  tx: Transaction,
  { userId }: Person,
  { row, code }: Tried,
  { secretKey, now }: CodeDeps,
): Promise<boolean> {
  if (row.totp_sealed === null) return false;
  const step = findStep(decrypt(needSecretKey(secretKey), row.totp_sealed), code, now.getTime());
  if (step === undefined || step <= row.totp_last_step) return false;
  await noteStep(tx, userId, step);
  return true;
}

async function takeRecoveryCode(tx: Transaction, { userId }: Person, { row, code }: Tried): Promise<boolean> {
  const used = hashRecoveryCode(code);
  const left = row.recovery_hashes.filter((hash) => !hash.equals(used));
  if (left.length === row.recovery_hashes.length) return false;
  await setRecoveryHashes(tx, userId, left);
  return true;
}

function wrongState(message: string): AppError {
  return new AppError("second_factor_state", message);
}

/** Creates a secret. It becomes active when the person has sent one of its codes. */
export async function beginSecondFactor(
  tx: Transaction,
  person: Person & { email: string },
  { secretKey }: Pick<CodeDeps, "secretKey">,
): Promise<{ secret: string; otpauthUrl: string }> {
  const secret = newTotpSecret();
  const isNew = await insertPendingSecret(tx, person.userId, encrypt(needSecretKey(secretKey), secret));
  if (!isNew) throw wrongState("A second factor is already on. Turn it off first: DELETE /v1/me/second-factor.");
  return { secret, otpauthUrl: otpauthUrl(secret, person.email) };
}

/** Activates the secret. Returns the recovery codes, which cannot be shown again. */
export async function confirmSecondFactor(
  tx: Transaction,
  { userId }: Person,
  { input }: { input: { code: string } },
  { secretKey, now }: CodeDeps,
): Promise<string[]> {
  const row = await lockSecondFactor(tx, userId);
  if (row === undefined || row.totp_sealed === null)
    throw wrongState("There is no second factor to confirm. Start with POST /v1/me/second-factor.");
  if (row.totp_confirmed_at !== null) throw wrongState("The second factor is already on.");
  if (!(await takeCode(tx, { userId }, { row, code: input.code }, { secretKey, now })))
    throw invalid("/code", "wrong_code", "The code is not correct. Check that your device's clock is correct.");
  const codes = newRecoveryCodes();
  await confirmSecret(tx, userId, codes.map(hashRecoveryCode), now.toISOString());
  return codes;
}

export async function endSecondFactor(tx: Transaction, { userId }: Person): Promise<void> {
  const row = await lockSecondFactor(tx, userId);
  if (row === undefined || row.totp_confirmed_at === null)
    throw new AppError("not_found", "You have no second factor.");
  await removeSecondFactor(tx, userId);
}

export async function replaceRecoveryCodes(tx: Transaction, { userId }: Person): Promise<string[]> {
  const row = await lockSecondFactor(tx, userId);
  if (row === undefined || row.totp_confirmed_at === null)
    throw wrongState("There is no second factor. Turn one on first: POST /v1/me/second-factor.");
  const codes = newRecoveryCodes();
  await setRecoveryHashes(tx, userId, codes.map(hashRecoveryCode));
  return codes;
}
