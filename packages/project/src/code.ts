/** Loads modules. A separate entry point, so that JSON and YAML files load none of this code. */
export { importModule } from "./code/import-module.ts";
export { codePolicy, loadGivenPolicies } from "./policies/code-policy.ts";
export type { Built } from "./policies/loaded-policy.ts";
