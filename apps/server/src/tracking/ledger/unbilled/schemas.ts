import { Type } from "#platform/http/contract/type/type.ts";

/** Omitted in events, in lists of changes, and for callers without `costs:read`. */
export const unbilledFields = {
  unbilledAmountMinor: Type.Optional(
    Type.Integer({
      description:
        "The amount of its billable entries that no billing batch has billed, in minor units. Only with `costs:read`, and absent in events and lists of changes, because it changes with entries. At most 9,007,199,254,740,991.",
    }),
  ),
  unbilledSeconds: Type.Optional(
    Type.Integer({ description: "The `billableSeconds` of these entries; absent like `unbilledAmountMinor`." }),
  ),
};
