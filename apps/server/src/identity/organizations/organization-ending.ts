import { AppError } from "#platform/errors.ts";

/** Returns the error for changes to an organization that is scheduled for deletion and therefore read-only. */
export function organizationEnding(deletesAt: string): AppError {
  return new AppError(
    "organization_ending",
    `This organization will be deleted at ${deletesAt}. Until then it can be read and exported, but not changed. ` +
      "An owner can keep it: DELETE /v1/organization/deletion.",
  );
}
