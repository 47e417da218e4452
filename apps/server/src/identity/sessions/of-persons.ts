import type { Resource } from "#identity/history/resource.ts";

const target = "user";

/** Changes to a person rather than to a membership. Each of the person's organizations records them. */
export const ofPersons = [
  {
    kind: "sign_in",
    target,
    actions: [{ name: "sign_in.failed", isHappening: true }],
  },
  {
    kind: "password",
    target,
    actions: [
      { name: "password.changed", isHappening: true },
      { name: "password.removed", isHappening: true },
    ],
  },
  {
    kind: "second_factor",
    target,
    actions: [
      { name: "second_factor.enabled", isHappening: true },
      { name: "second_factor.disabled", isHappening: true },
    ],
  },
  {
    kind: "recovery_codes",
    target,
    actions: [{ name: "recovery_codes.replaced", isHappening: true }],
  },
  {
    kind: "identity",
    target,
    actions: [
      { name: "identity.linked", isHappening: true },
      { name: "identity.unlinked", isHappening: true },
    ],
  },
  {
    kind: "email",
    target,
    actions: [{ name: "email.verified", isHappening: true }],
  },
  {
    kind: "preferences",
    target,
    actions: [{ name: "preferences.changed", isHappening: true }],
  },
] as const satisfies readonly Resource[];
