/** The builder of policies in phases; the same objects as those of `@traffic-policy/policy-builder/phases`. */
export * from "@traffic-policy/policy-builder/phases";
