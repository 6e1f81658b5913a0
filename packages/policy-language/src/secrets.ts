/** How secrets are told from other texts: by the name of what holds them, and by their form. */
export {
  findSecrets,
  isPlaceholder,
  looksRandom,
  type FoundSecret,
} from "./secrets/find-secrets.ts";
export { isSecretHolder, isSecretName, isSensitiveName } from "./secrets/secret-name.ts";
