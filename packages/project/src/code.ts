/** Running modules: an entry point of its own, so that nothing of it is loaded for JSON and YAML. */
export { importModule } from "./code/import-module.ts";
export { codePolicy, loadGivenPolicies } from "./policies/code-policy.ts";
export type { Built } from "./policies/loaded-policy.ts";
