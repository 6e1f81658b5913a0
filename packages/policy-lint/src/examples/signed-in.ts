const tokens = (prefix: string): string =>
  `"issuer": { "allow_list": [ { "value": "https://issuer.example/" } ] }, "audience": { "allow_list": [ { "value": "urn:example:api" } ] }, "http": { "tokens": [ { "type": "jwt", "method": "header", "name": "Authorization", "prefix": "${prefix}" } ] }`;

export function signedIn({
  algorithm = "RS256",
  keys = "https://issuer.example/keys.json",
  prefix = "Bearer ",
}: {
  readonly algorithm?: string;
  readonly keys?: string;
  readonly prefix?: string;
}): string {
  return `{ "inbound": [ { "name": "Signed in", "actions": [ { "type": "jwt-validation", "config": { ${tokens(prefix)}, "jws": { "allowed_algorithms": ["${algorithm}"], "keys": { "sources": { "additional_jkus": ["${keys}"] } } } } } ] } ] }`;
}
