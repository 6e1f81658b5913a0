/** How secrets are told from other texts: by the name of what holds them, and by their form. */
export { findSecrets, looksRandom, type FoundSecret } from "./analysis/secret/find-secrets.ts";
export { isSecretName } from "./analysis/secret/sensitive-name.ts";
export { SecretMask } from "./analysis/secret/secret-mask.ts";
