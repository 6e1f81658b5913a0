/** Detection of secrets, by the name of the field that holds them and by their form. */
export {
  findSecrets,
  isPlaceholder,
  looksRandom,
  type FoundSecret,
} from "./secrets/find-secrets.ts";
export { isSecretHolder, isSecretName, isSensitiveName } from "./secrets/secret-name.ts";
