const words = (
  "api-keys? access-key access-token auth auth-key auth-token authorization credentials? " +
  "passphrase passwd passwords? private-key pwd secret secret-key signing-key token"
).split(" ");

const sensitive = new RegExp(`(?:^|[-.])(?:${words.join("|").replaceAll("-", "-?")})$`);

/** Checks whether a value with this name is a secret: `x-api-key`, `clientSecret`, `password`. */
export function isSensitiveName(name: string): boolean {
  const joined = name
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .replace(/[_\s]/g, "-")
    .toLowerCase();
  return sensitive.test(joined);
}

/** Checks whether a header, cookie or parameter of this name holds a secret, signed tokens included. */
export function isSecretName(name: string): boolean {
  return isSensitiveName(name) || /(?:^|[._-])jwt$/i.test(name);
}

/** Checks whether what has this name is never to be shown: as {@link isSecretName}, or cookies. */
export function isSecretHolder(name: string): boolean {
  return isSecretName(name) || /(?:^|-)cookie$/i.test(name);
}
