/** An error code of the service that is about a policy. */
export interface Refusal {
  /** Without `ERR_NGROK_`, which all codes begin with. */
  readonly code: number;
  /** `policy`: the service refuses to store it; `account`: the account may not have it; `traffic`: a request got it. */
  readonly about: "policy" | "account" | "traffic";
  readonly meaning: string;
  /** The lint rules that look for what it is about. */
  readonly rules?: readonly string[];
}

type Maker = (code: number, meaning: string, ...rules: readonly string[]) => Refusal;

function refusalAbout(about: Refusal["about"]): Maker {
  return (code, meaning, ...rules) => ({
    code,
    about,
    meaning,
    ...(rules.length > 0 && { rules }),
  });
}

const policy = refusalAbout("policy");
const account = refusalAbout("account");
const traffic = refusalAbout("traffic");

/**
 * The error codes that are about policies. Source: the public list of errors of a service with this interface; a code
 * that is not here may exist.
 */
export const refusals: readonly Refusal[] = [
  policy(2091, "An action has a type that the service does not know.", "action/unknown-type"),
  policy(2092, "The config of an action cannot be read.", "action/config"),
  policy(2093, "An action does not exist for this protocol.", "action/unavailable"),
  policy(2094, "An action is used with a protocol that the service does not know."),
  policy(2095, "A key of an action's config has an invalid value.", "action/config"),
  policy(2097, "An action does not exist in this direction.", "action/unavailable"),
  policy(
    2200,
    "An expression is invalid.",
    "expression/syntax",
    "expression/unknown-name",
    "expression/type",
    "expression/unavailable",
  ),
  policy(2201, "An action has a type that the service does not know.", "action/unknown-type"),
  policy(2202, "An action does not exist in this phase.", "action/unavailable"),
  policy(2203, "The config of an action cannot be read.", "action/config"),
  policy(2204, "A key of an action's config has an invalid value.", "action/config"),
  policy(2205, "An action does not exist for this protocol.", "action/unavailable"),
  policy(2206, "A rule has no actions.", "document/rule-actions"),
  policy(2207, "An action follows one that ends processing.", "flow/unreachable-action"),
  policy(2208, "The name of a header is too long.", "action/config"),
  policy(2209, "The value of a header is too long.", "action/config"),
  policy(2210, "The name of a header is invalid.", "action/header-name"),
  policy(2211, "The value of a header is invalid.", "action/header-value"),
  policy(2212, "An action has too many headers.", "action/config"),
  policy(2213, "An interpolation in a header is invalid.", "action/interpolation"),
  policy(2214, "An algorithm for compression is unknown.", "action/config"),
  policy(2215, "A number in a config is out of bounds.", "action/config"),
  policy(2216, "A config refers to an IP policy that does not exist."),
  policy(2217, "A CIDR in a config is invalid.", "action/cidr"),
  policy(2218, "A list in a config has too many entries.", "action/config"),
  policy(2219, "A header or a field may not be set by users.", "action/header-name"),
  policy(2221, "A text in a config is too long.", "action/config"),
  policy(2222, "A config has a value that is none of those allowed.", "action/config"),
  policy(2223, "A key of a config must not be empty.", "action/config"),
  policy(2224, "An interpolation in a config is not valid CEL.", "action/interpolation"),
  policy(2225, "A duration in a config is too long.", "action/duration"),
  policy(2226, "A value in a config must be a URL.", "action/url"),
  policy(2227, "The issuer's URL does not lead to an OpenID Connect discovery document."),
  policy(2228, "A text in a config cannot be parsed."),
  policy(2229, "The policy is for a protocol that the service does not know."),
  policy(2230, "A phase does not exist for this protocol.", "document/unavailable-section"),
  policy(2231, "A list in a config has the same value twice."),
  policy(2232, "The config of an action is invalid once its values are known."),
  policy(2233, "The config of an action cannot be compiled once its values are known."),
  policy(2234, "A config lacks a required entry.", "action/config"),
  policy(
    2235,
    "Some traffic passes the whole policy without an action that ends it.",
    "flow/no-end",
  ),
  policy(2236, "The policy is not valid JSON or YAML.", "document/syntax", "document/shape"),
  policy(2237, "A text in a config is too short.", "action/config"),
  traffic(2238, "An interpolation failed for this request."),
  policy(2239, "A policy has more than one action for signing in.", "action/second-sign-in"),
  policy(2240, "A key of a config requires another one that is absent.", "action/config"),
  policy(2241, "A domain in a config does not belong to the endpoint."),
  policy(2242, "A domain in a config is invalid in Punycode."),
  policy(2243, "A domain in a config is invalid."),
  policy(2244, "A config has too many query parameters."),
  policy(2245, "The key of a query parameter is too long."),
  policy(2246, "The key of a query parameter is too long."),
  traffic(2247, "What a rewrite made of the URL is not a URL."),
  policy(2248, "HTTPS edges do not have the phase `on_tcp_connect`."),
  traffic(2249, "An action needed more memory than the service allows."),
  policy(2250, "The variables of `set-vars` are nested too deeply."),
  policy(2251, "A variable of `set-vars` reads another one of `set-vars`."),
  policy(
    2252,
    "The `vars` of `set-vars` are not a list of maps with one key each.",
    "action/config",
  ),
  traffic(2253, "An expression in a config failed for this request."),
  traffic(2254, "An expression failed for this request."),
  policy(2255, "An action has too many entries of a kind.", "action/config"),
  account(2256, "An action is not part of the account's plan."),
  policy(2257, "A user name of `basic-auth` is invalid.", "action/credentials"),
  policy(2258, "A password of `basic-auth` is invalid.", "action/credentials"),
  account(2259, "The account has no endpoints."),
  account(2260, "No endpoint has these labels."),
  policy(2261, "A config has an invalid regular expression.", "action/regular-expression"),
  policy(2262, "Internal endpoints for HTTP do not have the phase `on_tcp_connect`."),
  account(2263, "The policy has features that are not part of the account's plan."),
  account(2264, "The policy has more rules than the account's plan allows.", "document/size"),
  account(2265, "A rule has more entries of a kind than the account's plan allows."),
  policy(2266, "A policy has more than one `ai-gateway`."),
  policy(2267, "The keys of well-known providers of `ai-gateway` stand elsewhere now."),
  traffic(2300, "The service failed while it ran an action."),
  traffic(3203, "An IP restriction refused the client's address."),
  traffic(3401, "The request has no valid credentials."),
  traffic(3403, "The client may not make this request."),
  traffic(3501, "A request was to be forwarded by a second `forward-internal`."),
  traffic(3900, "An interpolation in a config failed for this request."),
  traffic(3901, "An interpolation did not yield a valid regular expression."),
  traffic(5537, "An expression failed for this request."),
  policy(6029, "The policy of a cloud endpoint does not end all traffic.", "flow/no-end"),
  account(7194, "The account may not use policies."),
  account(
    7195,
    "The policy of an edge has more rules than the account's plan allows.",
    "document/size",
  ),
  account(9023, "The account may not use the policies of an agent."),
  policy(
    9025,
    "An agent's configuration has both `policy`, which is deprecated, and `traffic_policy`.",
  ),
  policy(9026, "The policy that an agent sent is invalid: the message says which part."),
  account(15_004, "The policy of an agent has more rules than the account's plan allows."),
  policy(18_002, "The policy of a cloud endpoint is invalid: the message says which part."),
  policy(18_011, "A cloud endpoint needs a policy."),
];
