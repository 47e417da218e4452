import { AppError } from "#platform/errors.ts";

/** Nothing of an organization that waits for its deletion can be changed. */
export function organizationEnding(deletesAt: string): AppError {
  return new AppError(
    "organization_ending",
    `This organization will be deleted at ${deletesAt}. Until then it can be read and exported, and not changed. ` +
      "An owner can keep it: DELETE /v1/organization/deletion.",
  );
}
