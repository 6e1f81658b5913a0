/** The builder of policies in phases; exports the same objects as `@traffic-policy/policy-builder/phases`. */
export * from "@traffic-policy/policy-builder/phases";
