// Registered by name, so that a policy is known as one although its package is installed twice.
export const brand = Symbol.for("@traffic-policy/policy-builder/policy");
