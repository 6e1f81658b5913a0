export { loadedFiles, rememberLoadedModules } from "@traffic-policy/policy-module";
